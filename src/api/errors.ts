import type { FieldErrors } from '#contract/errors.ts'

interface ApiErrorDetail {
  status: number
  /** A code of the contract or of a newer server; `unknown` when the response has none. */
  code: string
  message: string
  /** The parsed JSON of the response, its text when it is not JSON, undefined when it is empty. */
  body?: unknown
  fields?: FieldErrors
  retryAfterMs?: number
  resetsAt?: string
  challenge?: string | undefined
  methods?: readonly string[] | undefined
  /** False when the response has not the shape of our server's errors: it comes from a proxy or captive portal. */
  recognised: boolean
}

/** The server has responded with a status outside 2xx. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly body: unknown
  readonly fields: FieldErrors | undefined
  readonly retryAfterMs: number | undefined
  readonly resetsAt: string | undefined
  /** With `second_factor_required`, what the second step of signing in is given. */
  readonly challenge: string | undefined
  /** With `confirmation_required`, how the user can prove who they are. */
  readonly methods: readonly string[]
  readonly recognised: boolean

  constructor(detail: ApiErrorDetail) {
    super(detail.message)
    this.status = detail.status
    this.code = detail.code
    this.body = detail.body
    this.fields = detail.fields
    this.retryAfterMs = detail.retryAfterMs
    this.resetsAt = detail.resetsAt
    this.challenge = detail.challenge
    this.methods = detail.methods ?? []
    this.recognised = detail.recognised
  }
}

/** No response arrived, or it was cut off: the server may or may not have processed the request. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The response took too long: the server may or may not have processed the request. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** A successful response whose body does not match the contract. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** The user named by the call is not signed in (any more); nothing was sent. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError'
}

/** A stream was silent for two heartbeats, or its connection may be dead. */
export class StreamSilentError extends Error {
  override readonly name = 'StreamSilentError'
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError
export const isNetworkError = (error: unknown): error is NetworkError => error instanceof NetworkError
export const isTimeoutError = (error: unknown): error is TimeoutError => error instanceof TimeoutError
export const isUnexpectedResponseError = (error: unknown): error is UnexpectedResponseError =>
  error instanceof UnexpectedResponseError
export const isSignedOutError = (error: unknown): error is SignedOutError => error instanceof SignedOutError
export const isStreamSilentError = (error: unknown): error is StreamSilentError => error instanceof StreamSilentError

/** The access token is missing, expired or revoked: only this error leads to a token refresh. */
export const isTokenError = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 401 && error.code === 'token_not_valid'
