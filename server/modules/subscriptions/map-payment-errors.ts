import {
  PaymentsDeclined,
  PaymentsNeedAddress,
  PaymentsRefused,
  PaymentsUnreachable,
} from '../../providers/payments/payments.ts'
import { billingAddressNeeded, paymentDeclined, paymentUnavailable } from './subscriptions.errors.ts'

/**
 * Throws `payment_unavailable` when the processor cannot be reached or refuses the request, `payment_declined` when a
 * card is declined, `conflict` when a tax needs an address; passes other errors on.
 */
export async function mapPaymentErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PaymentsDeclined) throw paymentDeclined(error)
    if (error instanceof PaymentsNeedAddress) throw billingAddressNeeded(error)
    if (error instanceof PaymentsUnreachable || error instanceof PaymentsRefused) throw paymentUnavailable(error)
    throw error
  }
}
