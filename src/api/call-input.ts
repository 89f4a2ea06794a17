import type { BodyInput, Endpoint, ParamsInput, QueryInput } from '#contract/endpoint.ts'

/** Values of paths and queries are text on the wire; numbers and booleans may be given as they are. */
type Loose<T> = { [K in keyof T]: T[K] | number | boolean }

type Optional<T, Key extends string> = undefined extends T
  ? unknown
  : Record<never, never> extends T
    ? { [K in Key]?: T | undefined }
    : { [K in Key]: T }

export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** Send only if this person is signed in; else SignedOutError. */
  as?: number
  /** Milliseconds until TimeoutError; 30,000 unless given. For a raw request: until its headers. */
  timeoutMs?: number
}

/** What a call takes: its params, query and body as the contract says, and options. */
export type CallInput<E extends Endpoint> = CallOptions &
  (ParamsInput<E> extends undefined ? unknown : { params: Loose<ParamsInput<E>> }) &
  Optional<QueryInput<E> extends undefined ? undefined : Loose<QueryInput<E>>, 'query'> &
  Optional<BodyInput<E>, 'body'>

/** The same without the endpoint's types, for the inside of the client. */
export interface AnyInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
