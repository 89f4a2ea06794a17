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
 * Whose rows a call touches. `nobody`: none that belong to a user. `self`: the caller's own, every
 * query is bound to `caller.id`. `anybody`: other users', by role or by a secret of theirs. The server
 * refuses to start without it, and it is held against the endpoint's access.
 */
export type Ownership = 'nobody' | 'self' | 'anybody'

interface CallBase {
  /** From Accept-Language; the words of errors and fixed texts. */
  language: Language
  headers: Headers
  /** The peer's address, behind TRUST_PROXY proxies. */
  address: string
  /** Aborted when the client goes away. */
  signal: AbortSignal
  /** Aborted when this process is about to end: event streams close, short calls finish. */
  draining: AbortSignal
  /** Names the request in every line. */
  log: Logger
  context: Context<HttpEnv>
}

export interface Call<E extends Endpoint> extends CallBase {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Undefined on a `public` call, which never reads who is signed in. */
  caller: E['access'] extends 'public' ? undefined : Caller
  /** Writes this call's line of the audit; on calls of admins and providers only. */
  record: IsAudited<E> extends true ? RecordAudit : undefined
}

type IsAudited<E extends Endpoint> = E['access'] extends 'admin' | 'provider' ? true : false

/** A call as the HTTP layer holds it, parsed by the schemas of the very endpoint that it goes to. */
export interface ParsedCall extends CallBase {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | undefined
  record: RecordAudit | undefined
}

/** Handlers only hand a body over, so a list that nobody may change will do. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

type Body<R extends ResponseBody> = R extends v.GenericSchema ? Frozen<v.InferInput<R>> : undefined

/** Any Response. Without its `status: number`, so that the literal of `{status: 200}` is not widened. */
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
      /** What a success leaves in the audit; the handler writes the line with `call.record`. */
      audit: AuditDeclaration
    }
  : { audit?: never })

/** A call of the contract with its answer, as the app holds it. */
export interface Route {
  endpoint: Endpoint
  owns: Ownership
  limit: RouteLimit
  audit?: AuditDeclaration | undefined
  handle: (call: ParsedCall) => Promise<AnyHandlerResult> | AnyHandlerResult
}

/**
 * Declares how a call of the contract is answered. Body, query and parameters are parsed before
 * `handle`. The types meet here: outside, a route is known by its endpoint only.
 */
export function route<const E extends Endpoint, const A extends HandlerResult<E>>(
  endpoint: E,
  options: RouteOptions<E, A>,
): Route {
  return { ...options, endpoint, handle: options.handle as unknown as Route['handle'] }
}
