import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { PaymentsDeclined, PaymentsNeedAddress, PaymentsRefused, PaymentsUnreachable } from './payments.ts'

/** The version of Stripe's API whose shapes are read here; responses stay in it whatever the account's default is. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

export interface StripeOptions {
  secretKey: string
  /** Null rejects all events; the success page and the billing job then detect changes. */
  webhookSecret: string | null
  /** Replaces Stripe's URL; for tests. */
  apiBase: string | null
  /** Distinguishes the requests of several installations with the same Stripe account. */
  installation: string
  /** Whether Stripe computes taxes. */
  tax: boolean
  now: () => number
  /** The timeout of a request; Stripe usually responds within a second. */
  timeoutMs?: number
}

export interface StripeClient {
  readonly tax: boolean
  /** Stripe's library, which is loaded with the first call. */
  load(): Promise<Stripe>
  /** Throws PaymentsUnreachable, PaymentsDeclined, PaymentsNeedAddress or PaymentsRefused. */
  request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T>
  /** An idempotency key; another one after a failure of Stripe, see `failures`. */
  once(...what: readonly (string | number)[]): { idempotencyKey: string }
  /**
   * An idempotency key that is the same in each process at any time, for what must never happen twice. Stripe repeats a
   * failure of its own for a day, so the request may succeed only then.
   */
  onceForAll(...what: readonly (string | number)[]): { idempotencyKey: string }
}

export function createStripeClient(options: StripeOptions): StripeClient {
  let loading: Promise<Stripe> | undefined
  const load = () => {
    loading ??= connect(options)
    return loading
  }
  /** Stripe returns its own failure again for the same idempotency key for a day, so keys change after a failure. */
  let failures = 0
  const keyOf = (...parts: readonly (string | number)[]) => ({
    idempotencyKey: createHash('sha256')
      .update(JSON.stringify([options.installation, ...parts]))
      .digest('hex'),
  })
  return {
    tax: options.tax,
    load,
    once: (...what) => keyOf(failures, ...what),
    onceForAll: (...what) => keyOf(...what),
    async request(call) {
      try {
        return await call(await load())
      } catch (error) {
        if (statusOf(error) >= 500) failures += 1
        throw toFailure(error)
      }
    },
  }
}

async function connect({ secretKey, apiBase, timeoutMs = 10_000 }: StripeOptions): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase === null ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) || 0 : 0

const textOf = (error: object, name: string): string | undefined => {
  const text: unknown = name in error ? error[name as keyof typeof error] : undefined
  return typeof text === 'string' ? text : undefined
}

/**
 * Maps errors of Stripe's library. Transient failures, and rejected keys (401, 403), become PaymentsUnreachable. The
 * library's message is dropped, because it may name users.
 */
function toFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('rawType' in error || 'statusCode' in error)) return error
  const status = statusOf(error)
  const passes = status === 0 || status === 409 || status === 429 || status >= 500
  const code = textOf(error, 'code') ?? error.name
  const param = textOf(error, 'param') ?? null
  const cause = new Error([textOf(error, 'type'), code, param, textOf(error, 'requestId')].filter(Boolean).join(' '))
  if (passes || status === 401 || status === 403) return new PaymentsUnreachable(`${status} ${code}`, { cause })
  if (status === 402) return new PaymentsDeclined(code, { cause })
  if (code === 'customer_tax_location_invalid') return new PaymentsNeedAddress(code, { cause })
  return new PaymentsRefused(code, { param, cause })
}

/** Undefined when the resource no longer exists. */
export async function orMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') return undefined
    throw error
  }
}
