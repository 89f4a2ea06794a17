import { PaymentsRefused, PaymentsUnreachable } from '../../providers/payments/payments.ts'
import { paymentUnavailable } from './subscriptions.errors.ts'

/** A processor that cannot be asked, or will not answer us, is named in words to whoever waits. */
export async function whenReached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PaymentsUnreachable || error instanceof PaymentsRefused) throw paymentUnavailable(error)
    throw error
  }
}
