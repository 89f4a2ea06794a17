import { v4 as uuid } from 'uuid'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { refreshToken } from '#contract/endpoints/accounts.ts'
import type { Tokens } from '#contract/objects/user.ts'
import type { Language } from '#contract/primitives.ts'
import { anySignal } from './any-signal.ts'
import { buildBody, buildPath } from './build-request.ts'
import type { AnyInput, CallInput } from './call-input.ts'
import { clientMessages } from './client-messages.ts'
import { isNetworkError, isTokenError, NetworkError, SignedOutError, TimeoutError } from './errors.ts'
import { readError } from './read-error.ts'
import { readSuccess } from './read-success.ts'
import { createRefresh } from './refresh.ts'
import type { Grant, TokenSource } from './token-source.ts'
import { contextLocks, type Locks } from './with-lock.ts'

const TIMEOUT_MS = 30_000

export interface ApiOptions {
  /** Origin of the server, without `/api/v1`. */
  baseUrl: string
  tokens: TokenSource
  language: () => Language
  fetch?: typeof globalThis.fetch
  locks?: Locks | undefined
}

export interface Api {
  /** The parsed success. Throws ApiError, NetworkError, TimeoutError, UnexpectedResponseError or SignedOutError. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>
  /** The raw success, for streams and files; the same errors. */
  request<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response>
}

/** The client of the provider API: bearer token, one refresh and one retry on a token error, typed errors. */
export function createApi(options: ApiOptions): Api {
  const { tokens, language } = options
  const locks = 'locks' in options ? options.locks : contextLocks()

  const renew = createRefresh(
    tokens,
    async (refresh) => call(refreshToken, { body: { refresh } }) as Promise<Tokens>,
    locks,
  )

  async function fetchOnce(request: Request): Promise<Response> {
    try {
      return await (options.fetch ?? globalThis.fetch)(request)
    } catch (cause) {
      throw new NetworkError(clientMessages.network[language()], { cause })
    }
  }

  /** Sends with the current token; on a token error refreshes it once and retries once. Callers do all other retries. */
  async function send(endpoint: Endpoint, input: AnyInput, signal: AbortSignal): Promise<Response> {
    const { as } = input
    const { body, type } = buildBody(endpoint, input.body)
    const url = new URL(buildPath(endpoint, input), options.baseUrl)
    const id = uuid()
    /** Each time as a request of its own: browsers send the body of a cloned one as a stream. */
    const sendAs = (grant: Grant | null): Promise<Response> => {
      const headers = new Headers({
        accept: 'application/json',
        ...(type && { 'content-type': type }),
        ...input.headers,
      })
      headers.set('accept-language', language())
      headers.set('x-request-id', id)
      if (grant) headers.set('authorization', `Bearer ${grant.access}`)
      const init: RequestInit = { method: endpoint.method, headers, credentials: 'omit', signal }
      return fetchOnce(new Request(url, body === undefined ? init : { ...init, body }))
    }

    const grant = await tokens.read()
    if (as !== undefined && grant?.userId !== as) throw new SignedOutError('This user is not signed in')
    const response = await sendAs(grant)
    if (response.ok) return response
    const error = await readError(response)
    if (!grant || endpoint.access === 'public' || !isTokenError(error)) throw error
    const renewed = await renew(grant)
    if (renewed?.userId !== grant.userId) throw as === undefined ? error : new SignedOutError(error.message)
    const repeated = await sendAs(renewed)
    if (!repeated.ok) throw await readError(repeated)
    return repeated
  }

  async function request(endpoint: Endpoint, input: AnyInput): Promise<Response> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), input.timeoutMs ?? TIMEOUT_MS)
    try {
      return await send(endpoint, input, AbortSignal.any([late.signal, ...(input.signal ? [input.signal] : [])]))
    } catch (error) {
      throw translate(error, input.signal, late.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async function call(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const timeout = AbortSignal.timeout(input.timeoutMs ?? TIMEOUT_MS)
    // Until the timeout, the caller's signal would hold each body that was sent: an import sends a gigabyte within it.
    const ended = new AbortController()
    const signal = input.signal ? anySignal([input.signal, timeout], ended.signal) : timeout
    try {
      return await readSuccess(endpoint, await send(endpoint, input, signal))
    } catch (error) {
      throw translate(error, input.signal, timeout)
    } finally {
      ended.abort()
    }
  }

  /** An abort rejects with the caller's own reason, not with the error that fetch makes of it. */
  function translate(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): unknown {
    if (signal?.aborted) return signal.reason
    if (timeout.aborted) return new TimeoutError(clientMessages.timeout[language()], { cause: error })
    if (isNetworkError(error) && error.message === '') error.message = clientMessages.network[language()]
    return error
  }

  return { call, request } as Api
}
