import { PaymentsRefused, PaymentsUnreachable } from '../../providers/payments/payments.ts'
import { paymentUnavailable } from './subscriptions.errors.ts'

/** Throws `payment_unavailable` when the processor cannot be reached or refuses the request; passes other errors on. */
export async function mapPaymentErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PaymentsUnreachable || error instanceof PaymentsRefused) throw paymentUnavailable(error)
    throw error
  }
}
