import type { Dependencies } from '../../../dependencies.ts'
import { nothingToPay } from '../subscriptions.errors.ts'

type Deps = Pick<Dependencies, 'config' | 'sandbox'>

/** Pays what is open for a user in the sandbox, and returns where the user continues. Throws `not_found`. */
export async function paySandboxInvoices({ sandbox, config }: Deps, userId: number): Promise<string> {
  if (sandbox === null || !(await sandbox.payOpen(userId))) throw nothingToPay()
  return `${config.publicUrl}/account`
}
