import type { BodyInput, Endpoint, ParamsInput, QueryInput } from '#contract/endpoint.ts'

/** Path and query values are sent as text; numbers and booleans are accepted too. */
type Loose<T> = { [K in keyof T]: T[K] | number | boolean }

type Optional<T, Key extends string> = undefined extends T
  ? unknown
  : Record<never, never> extends T
    ? { [K in Key]?: T | undefined }
    : { [K in Key]: T }

interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** The id of the user who must be signed in; otherwise SignedOutError, and nothing is sent. */
  as?: number
  /** Milliseconds until TimeoutError; 30,000 by default. For a raw request: until its headers arrive. */
  timeoutMs?: number
}

/** The input of a call: params, query and body as in the contract, and options. */
export type CallInput<E extends Endpoint> = CallOptions &
  (ParamsInput<E> extends undefined ? unknown : { params: Loose<ParamsInput<E>> }) &
  Optional<QueryInput<E> extends undefined ? undefined : Loose<QueryInput<E>>, 'query'> &
  Optional<BodyInput<E>, 'body'>

/** `CallInput` without the endpoint's types, for use inside the client. */
export interface AnyInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
