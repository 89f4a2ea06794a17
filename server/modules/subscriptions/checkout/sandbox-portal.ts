import type { SandboxPortal } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { changedMeanwhile, noCustomer } from '../subscriptions.errors.ts'

type Deps = Pick<Dependencies, 'sandbox'>

/** The content of the sandbox's page for card and tax ids. Throws `not_found`. */
export async function readSandboxPortal({ sandbox }: Deps, userId: number): Promise<SandboxPortal> {
  const details = await sandbox?.readDetails(userId)
  if (details === undefined) throw noCustomer()
  return { card_works: details.cardWorks, tax_ids: details.taxIds, next_payment_at: details.nextPaymentAt }
}

export async function changeSandboxPortal(
  deps: Deps,
  userId: number,
  { card_works: cardWorks, tax_ids }: { card_works?: boolean | undefined; tax_ids?: readonly string[] | undefined },
): Promise<SandboxPortal> {
  await readSandboxPortal(deps, userId)
  const changes = { cardWorks, taxIds: tax_ids && [...new Set(tax_ids)] }
  await deps.sandbox?.changeDetails(userId, changes)
  return readSandboxPortal(deps, userId)
}

/** Throws `conflict` when the next payment is another one, because it was made meanwhile. */
export async function paySandboxNext(deps: Deps, userId: number, due: string): Promise<SandboxPortal> {
  await readSandboxPortal(deps, userId)
  if (!(await deps.sandbox?.payNext(userId, due))) throw changedMeanwhile()
  return readSandboxPortal(deps, userId)
}
