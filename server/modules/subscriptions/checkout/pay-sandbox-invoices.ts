import type { Dependencies } from '../../../dependencies.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { nothingToPay } from '../subscriptions.errors.ts'

type Deps = Pick<Dependencies, 'config' | 'sandbox'>

/**
 * Pays what is open for a user in the sandbox, and returns where the user continues. Throws `not_found` and
 * `payment_declined`.
 */
export async function paySandboxInvoices({ sandbox, config }: Deps, userId: number): Promise<string> {
  if (sandbox === null || !(await mapPaymentErrors(sandbox.payOpen(userId)))) throw nothingToPay()
  return `${config.publicUrl}/account`
}
