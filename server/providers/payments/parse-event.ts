import * as v from 'valibot'
import { EventRefused, type PaymentEvent } from './payments.ts'

const Name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(255))
/** A customer's id, or the expanded object. */
const Customer = v.union([
  v.pipe(Name),
  v.pipe(
    v.object({ id: Name }),
    v.transform(({ id }) => id),
  ),
])
/** The fields of an event that are read: its id, type and customer. */
const Event = v.object({
  id: Name,
  type: Name,
  data: v.object({
    object: v.object({ id: v.fallback(v.nullable(Name), null), customer: v.fallback(v.nullable(Customer), null) }),
  }),
})

/** Reads an event whose signature has been verified. Throws EventRefused. */
export function parseEvent(body: unknown): PaymentEvent {
  const parsed = v.safeParse(Event, body)
  if (!parsed.success) throw new EventRefused(`event: ${v.getDotPath(parsed.issues[0])}`)
  const { id, type, data } = parsed.output
  const isCustomer = type.startsWith('customer.') && type.split('.').length === 2
  return { id, type, customer: isCustomer ? data.object.id : data.object.customer }
}
