import { STRIPE_API_VERSION } from '#server/providers/payments/stripe-client.ts'
import type { StripeEvent } from './stripe-objects.ts'

interface NewEvent {
  id: string
  type: string
  created: number
  object: unknown
}

export const newEvent = ({ id, type, created, object }: NewEvent): StripeEvent => ({
  id,
  object: 'event',
  api_version: STRIPE_API_VERSION,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
