import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The roles that may call an endpoint: everyone, a signed-in user, an admin, or an admin or a provider. */
export type Access = 'public' | 'user' | 'admin' | 'provider'

type Schema = v.GenericSchema | v.GenericSchemaAsync
type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

/** A schema for a JSON body; `empty` for none; `event-stream` and `file` for bodies that are not JSON. */
export type ResponseBody = v.GenericSchema | 'empty' | 'event-stream' | 'file'

export interface Endpoint {
  readonly method: Method
  /** Relative to `/api/v1`; parameters in braces, `/accounts/users/{id}/`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /**
   * Whether the user must have proved who they are in this session within 10 minutes (`confirmation_required`): always,
   * or if the account has a second factor.
   */
  readonly confirm?: 'always' | 'with-second-factor'
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  /** JSON unless `bodyType` says otherwise. */
  readonly body?: Schema
  readonly bodyType?: 'json' | 'multipart' | 'raw'
  /** The largest size of a JSON or raw body in bytes; JSON_BODY_MAX by default. */
  readonly bodyMax?: number
  /** One entry for each status of success. */
  readonly responses: Readonly<Record<number, ResponseBody>>
  /** The errors besides those of every call (`commonErrors`). */
  readonly errors: readonly ErrorCode[]
  /** Whether a suspended user may call it; without it they may read and delete only. */
  readonly whileSuspended?: boolean
}

/** Declares an endpoint; keeps the literal types, from which client and server infer theirs. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/**
 * Whether a suspended user gets `suspended` for this call: for each call of admins and providers, and for calls of
 * users other than GET and DELETE; `whileSuspended` decides otherwise.
 */
export function isClosedToSuspended({ method, access, whileSuspended }: Endpoint): boolean {
  if (access === 'public') return false
  if (whileSuspended !== undefined) return !whileSuspended
  return access !== 'user' || (method !== 'GET' && method !== 'DELETE')
}

export const API_BASE = '/api/v1'
/** Defined apart from their endpoints, so that error reporting does not import code that may be broken. */
export const CLIENT_ERRORS_PATH = '/client-errors/'
export const CONFIG_PATH = '/config/'

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type Input<S> = S extends v.GenericSchema ? v.InferInput<S> : undefined

export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type BodyInput<E extends Endpoint> = Input<E['body']>
export type QueryInput<E extends Endpoint> = Input<E['query']>
export type ParamsInput<E extends Endpoint> = Input<E['params']>
/** The result of a successful call: the union of its JSON responses, `undefined` where one is empty. */
export type ResponseOf<E extends Endpoint> = {
  [S in keyof E['responses']]: E['responses'][S] extends v.GenericSchema ? v.InferOutput<E['responses'][S]> : undefined
}[keyof E['responses']]
