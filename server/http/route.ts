import type { Context } from 'hono'
import type * as v from 'valibot'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseBody } from '#contract/endpoint.ts'
import type { Dependencies } from '../dependencies.ts'
import type { LimitName } from './limits.ts'

/** The signed-in caller, read from the database for this request. */
export interface Caller {
  id: number
  sessionId: string
  isAdmin: boolean
  isProvider: boolean
  language: 'en' | 'es'
}

/**
 * Whose rows a call touches. `nobody`: none that belong to a person. `self`: the caller's own, every
 * query is bound to `caller.id`. `anybody`: other people's, by role. The server refuses to start
 * without it, and a test holds it against the endpoint's access.
 */
export type Ownership = 'nobody' | 'self' | 'anybody'

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Present unless the endpoint's access is `public`. */
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  /** From Accept-Language; the words of errors and fixed texts. */
  language: 'en' | 'es'
  headers: Headers
  /** The peer's address, behind TRUST_PROXY proxies. */
  address: string
  /** Aborted when the client goes away. */
  signal: AbortSignal
  context: Context
}

type Body<R extends ResponseBody> = R extends v.GenericSchema ? v.InferInput<R> : undefined

/** `{status, body}` for JSON; a Response for event streams and files. */
export type Answer<E extends Endpoint> =
  | {
      [S in keyof E['responses'] & number]: E['responses'][S] extends v.GenericSchema
        ? { status: S; body: Body<E['responses'][S]> }
        : { status: S; body?: undefined }
    }[keyof E['responses'] & number]
  | Response

export interface Route<E extends Endpoint = Endpoint> {
  endpoint: E
  owns: Ownership
  limit: LimitName
  handle: (call: Call<E>) => Promise<Answer<E>> | Answer<E>
}

/** A route as the app holds it, its types checked where it was declared. */
export type AnyRoute = Route<never> | Route

/** Declares how a call of the contract is answered. Body, query and parameters are parsed before `handle`. */
export function route<const E extends Endpoint>(endpoint: E, options: Omit<Route<E>, 'endpoint'>): Route<E> {
  return { endpoint, ...options }
}

/** A module's routes, from the dependencies they share. */
export type RouteModule = (dependencies: Dependencies) => readonly Route<Endpoint>[]
