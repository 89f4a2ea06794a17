import ky, { TimeoutError as KyTimeoutError } from 'ky'
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

/** The state of one call, which ky's hooks find in their `context`. */
interface Sending {
  readonly endpoint: Endpoint
  /** The user who must be signed in, if the call names one. */
  readonly as: number | undefined
  readonly id: string
  /** The tokens to send it with; null while no user is signed in, undefined until they are read. */
  grant: Grant | null | undefined
  /** Sends it once more, with other tokens; null for what was already sent twice. */
  readonly repeat: ((grant: Grant) => Promise<Response>) | null
}

/** `send` adds it to the context of each call; ky copies the context shallowly, so all hooks share the object. */
const sendingOf = (context: Record<string, unknown>): Sending => context.sending as Sending

/** The client of the provider API: bearer token, one refresh and one retry on a token error, typed errors. */
export function createApi(options: ApiOptions): Api {
  const { tokens, language } = options
  const locks = 'locks' in options ? options.locks : contextLocks()

  const renew = createRefresh(
    tokens,
    async (refresh) => call(refreshToken, { body: { refresh } }) as Promise<Tokens>,
    locks,
  )

  const client = ky.create({
    credentials: 'omit',
    headers: { accept: 'application/json' },
    throwHttpErrors: false,
    // ky's own retry would clone each request for it, and browsers send the body of a clone as a stream. The repetition
    // after a token refresh is a request of its own (`repeat`), and callers do all other retries (`isRetryable`).
    retry: 0,
    // ky recognises network errors by their messages, which differ; here every rejection of fetch is a NetworkError.
    fetch: async (request, init) => {
      try {
        return await (options.fetch ?? globalThis.fetch)(request, init)
      } catch (cause) {
        throw new NetworkError(clientMessages.network[language()], { cause })
      }
    },
    hooks: {
      beforeRequest: [
        async ({ request, options: { context } }) => {
          const sending = sendingOf(context)
          if (sending.grant === undefined) sending.grant = await tokens.read()
          const { as, grant, id } = sending
          if (as !== undefined && grant?.userId !== as) throw new SignedOutError('This user is not signed in')
          request.headers.set('accept-language', language())
          request.headers.set('x-request-id', id)
          if (grant) request.headers.set('authorization', `Bearer ${grant.access}`)
        },
      ],
      afterResponse: [
        async ({ response, options: { context } }) => {
          if (response.ok) return
          const error = await readError(response)
          const { grant, endpoint, as, repeat } = sendingOf(context)
          if (!repeat || !grant || endpoint.access === 'public' || !isTokenError(error)) throw error
          const renewed = await renew(grant)
          if (renewed?.userId !== grant.userId) {
            throw as === undefined ? error : new SignedOutError(error.message)
          }
          return repeat(renewed)
        },
      ],
      beforeError: [
        ({ error }) =>
          error instanceof KyTimeoutError
            ? new TimeoutError(clientMessages.timeout[language()], { cause: error })
            : error,
      ],
    },
  })

  /** Sends with the current token; on a token error refreshes it once and retries once. */
  async function send(endpoint: Endpoint, input: AnyInput, signal: AbortSignal | undefined): Promise<Response> {
    const { body, type } = buildBody(endpoint, input.body)
    const call = { endpoint, as: input.as, id: uuid() }
    const sendOnce = (sending: Sending): Promise<Response> =>
      client(new URL(buildPath(endpoint, input), options.baseUrl), {
        method: endpoint.method,
        headers: { ...(type ? { 'content-type': type } : {}), ...input.headers },
        timeout: input.timeoutMs ?? TIMEOUT_MS,
        context: { sending },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
      })
    return sendOnce({ ...call, grant: undefined, repeat: (grant) => sendOnce({ ...call, grant, repeat: null }) })
  }

  async function request(endpoint: Endpoint, input: AnyInput): Promise<Response> {
    try {
      return await send(endpoint, input, input.signal)
    } catch (error) {
      throw translate(error, input.signal, undefined)
    }
  }

  async function call(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
    const timeout = AbortSignal.timeout(input.timeoutMs ?? TIMEOUT_MS)
    // Removes the listeners when the call ends: until the timeout they would keep its body (up to 1 GB) in memory.
    const controller = new AbortController()
    const signal = input.signal ? anySignal([input.signal, timeout], controller.signal) : timeout
    try {
      return await readSuccess(endpoint, await send(endpoint, input, signal))
    } catch (error) {
      throw translate(error, input.signal, timeout)
    } finally {
      controller.abort()
    }
  }

  /** An abort rejects with the caller's own reason, not with the error that fetch makes of it. */
  function translate(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason
    if (timeout?.aborted) return new TimeoutError(clientMessages.timeout[language()], { cause: error })
    if (isNetworkError(error) && error.message === '') error.message = clientMessages.network[language()]
    return error
  }

  return { call, request } as Api
}
