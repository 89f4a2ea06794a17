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
  /** The tokens of the last request; null while no user is signed in. */
  grant: Grant | null
}

/** `send` adds it to the context of each call; ky copies the context shallowly, so all hooks share the object. */
const sendingOf = (context: Record<string, unknown>): Sending => context.sending as Sending

function authorize(request: Request, grant: Grant | null): void {
  if (grant) request.headers.set('authorization', `Bearer ${grant.access}`)
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

  const client = ky.create({
    credentials: 'omit',
    headers: { accept: 'application/json' },
    throwHttpErrors: false,
    // Only `afterResponse` triggers a retry, once after a token refresh. Callers do all other retries (`isRetryable`).
    retry: { limit: 1, methods: [] },
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
          const grant = await tokens.read()
          if (sending.as !== undefined && grant?.userId !== sending.as) {
            throw new SignedOutError('This person is not signed in')
          }
          sending.grant = grant
          request.headers.set('accept-language', language())
          request.headers.set('x-request-id', uuid())
          authorize(request, grant)
        },
      ],
      afterResponse: [
        async ({ response, options: { context }, retryCount }) => {
          if (response.ok) return
          const error = await readError(response)
          const sending = sendingOf(context)
          const { grant, endpoint, as } = sending
          if (retryCount > 0 || !grant || endpoint.access === 'public' || !isTokenError(error)) throw error
          const renewed = await renew(grant)
          if (renewed?.userId !== grant.userId) {
            throw as === undefined ? error : new SignedOutError(error.message)
          }
          sending.grant = renewed
          return ky.retry({ delay: 0 })
        },
      ],
      beforeRetry: [({ request, options: { context } }) => authorize(request, sendingOf(context).grant)],
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
    const sending: Sending = { endpoint, as: input.as, grant: null }
    return client(new URL(buildPath(endpoint, input), options.baseUrl), {
      method: endpoint.method,
      headers: { ...(type ? { 'content-type': type } : {}), ...input.headers },
      timeout: input.timeoutMs ?? TIMEOUT_MS,
      context: { sending },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
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
    const signal = input.signal ? anySignal([input.signal, timeout]) : timeout
    try {
      return await readSuccess(endpoint, await send(endpoint, input, signal))
    } catch (error) {
      throw translate(error, input.signal, timeout)
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
