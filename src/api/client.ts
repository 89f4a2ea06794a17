import ky, { isTimeoutError as isKyTimeout } from 'ky'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { refreshToken } from '#contract/endpoints/accounts.ts'
import type { Tokens } from '#contract/objects/user.ts'
import type { Language } from '#contract/primitives.ts'
import { anySignal } from './any-signal.ts'
import { buildBody, buildPath } from './build-request.ts'
import type { AnyInput, CallInput } from './call-input.ts'
import { clientWords } from './client-messages.ts'
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

  async function send(endpoint: Endpoint, input: AnyInput, grant: Grant | null, signal: AbortSignal | undefined) {
    const { body, type } = buildBody(endpoint, input.body)
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language() }
    if (type) headers['content-type'] = type
    if (grant) headers.authorization = `Bearer ${grant.access}`
    const url = new URL(buildPath(endpoint, input), options.baseUrl)
    try {
      return await ky(url, {
        method: endpoint.method,
        headers: { ...headers, ...input.headers },
        credentials: 'omit',
        retry: 0,
        throwHttpErrors: false,
        timeout: input.timeoutMs ?? TIMEOUT_MS,
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        ...(options.fetch ? { fetch: options.fetch as (input: string | URL | Request) => Promise<Response> } : {}),
      })
    } catch (cause) {
      if (isKyTimeout(cause)) throw new TimeoutError(clientWords.timeout[language()], { cause })
      throw new NetworkError(clientWords.network[language()], { cause })
    }
  }

  const renew = createRefresh(
    tokens,
    async (refresh) => call(refreshToken, { body: { refresh } }) as Promise<Tokens>,
    locks,
  )

  /** Sends with the current token; on a token error refreshes once and sends once more. */
  async function authorised(endpoint: Endpoint, input: AnyInput, signal: AbortSignal | undefined): Promise<Response> {
    let grant = await tokens.read()
    if (input.as !== undefined && grant?.account !== input.as) throw new SignedOutError('This person is not signed in')
    for (let renewed = false; ; renewed = true) {
      const response = await send(endpoint, input, grant, signal)
      if (response.ok) return response
      const error = await readError(response)
      if (renewed || !grant || endpoint.access === 'public' || !isTokenError(error)) throw error
      const account: number = grant.account
      grant = await renew(grant)
      if (grant?.account !== account) throw input.as === undefined ? error : new SignedOutError(error.message)
    }
  }

  async function request(endpoint: Endpoint, input: AnyInput): Promise<Response> {
    try {
      return await authorised(endpoint, input, input.signal)
    } catch (error) {
      throw translate(error, input.signal, undefined)
    }
  }

  async function call(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const timeout = AbortSignal.timeout(input.timeoutMs ?? TIMEOUT_MS)
    const signal = input.signal ? anySignal([input.signal, timeout]) : timeout
    try {
      return await readSuccess(endpoint, await authorised(endpoint, input, signal))
    } catch (error) {
      throw translate(error, input.signal, timeout)
    }
  }

  /** Aborting ends with the caller's own reason, whatever fetch made of it. */
  function translate(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason
    if (timeout?.aborted) return new TimeoutError(clientWords.timeout[language()], { cause: error })
    if (isNetworkError(error) && error.message === '') error.message = clientWords.network[language()]
    return error
  }

  return { call, request } as Api
}
