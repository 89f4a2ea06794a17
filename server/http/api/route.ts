import type { Context } from 'hono'
import type { Logger } from 'pino'
import type * as v from 'valibot'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/primitives.ts'
import type { AuditDeclaration, RecordAudit } from '../../lib/audit-actions.ts'
import type { Caller } from '../../lib/caller.ts'
import type { RouteLimit } from '../../limits/rate-limits.ts'
import type { HttpEnv } from '../env.ts'

/**
 * Whose rows a call touches. `nobody`: none that belong to a user. `self`: the caller's own, so every query is bound to
 * `caller.id`. `anybody`: other users' rows, by role or by a secret. The server refuses to start without it, and it
 * must fit the endpoint's access.
 */
export type Ownership = 'nobody' | 'self' | 'anybody'

interface CallBase {
  /** From Accept-Language; the language of errors and fixed texts. */
  language: Language
  headers: Headers
  /** The client's IP address, behind TRUST_PROXY proxies. */
  address: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Aborted when this process is about to stop: event streams close, short calls finish. */
  draining: AbortSignal
  /** Adds the request's id to every line. */
  log: Logger
  context: Context<HttpEnv>
}

export interface Call<E extends Endpoint> extends CallBase {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Undefined on a `public` call, which does not authenticate. */
  caller: E['access'] extends 'public' ? undefined : Caller
  /** Writes this call's audit entry; only on calls of admins and providers. */
  record: IsAudited<E> extends true ? RecordAudit : undefined
}

type IsAudited<E extends Endpoint> = E['access'] extends 'admin' | 'provider' ? true : false

/** A call with its input parsed by the endpoint's schemas, typed for any endpoint. */
export interface ParsedCall extends CallBase {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | undefined
  record: RecordAudit | undefined
}

/** Handlers only pass a body on, so readonly arrays are accepted. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

type Body<R extends ResponseBody> = R extends v.GenericSchema ? Frozen<v.InferInput<R>> : undefined

/** Any Response. `status: number` is omitted, so that the literal type of `{status: 200}` is not widened. */
type AnyResponse = Omit<Response, 'status'>

/** `{status, body}` for JSON; a Response for event streams and files. */
export type HandlerResult<E extends Endpoint> =
  | {
      [S in keyof E['responses'] & number]: E['responses'][S] extends v.GenericSchema
        ? { status: S; body: Body<E['responses'][S]> }
        : { status: S; body?: undefined }
    }[keyof E['responses'] & number]
  | AnyResponse

export type AnyHandlerResult = { status: number; body?: unknown } | Response

export type RouteOptions<E extends Endpoint, A extends HandlerResult<E>> = {
  owns: Ownership
  limit: RouteLimit
  handle: (call: Call<E>) => Promise<A> | A
} & (IsAudited<E> extends true
  ? {
      /** The action that the handler records with `call.record` on success; `nothing` for some calls that only read. */
      audit: AuditDeclaration
    }
  : { audit?: never })

/** A call of the contract with its handler, typed for any endpoint. */
export interface Route {
  endpoint: Endpoint
  owns: Ownership
  limit: RouteLimit
  audit?: AuditDeclaration | undefined
  handle: (call: ParsedCall) => Promise<AnyHandlerResult> | AnyHandlerResult
}

/**
 * Declares the handler of a call. Body, query and parameters are parsed before `handle`. The handler's types are
 * checked here; the returned route has only general types.
 */
export function route<const E extends Endpoint, const A extends HandlerResult<E>>(
  endpoint: E,
  options: RouteOptions<E, A>,
): Route {
  return { ...options, endpoint, handle: options.handle as unknown as Route['handle'] }
}
