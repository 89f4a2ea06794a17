import type { ResponseOf } from '#contract/endpoint.ts'
import type { getPaymentAccount as call } from '#contract/endpoints/billing.ts'
import { countUnknownCustomers, findAccount } from '../accounts.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'

export async function readPaymentAccount({
  db,
  payments,
}: Pick<BillingDeps, 'db' | 'payments'>): Promise<ResponseOf<typeof call>> {
  const account = await findAccount(db, payments.kind)
  return {
    processor: payments.kind,
    account: account?.processor_account ?? null,
    previous_account: account?.previous_account ?? null,
    changed_at: account?.previous_account == null ? null : account.noticed_at,
    unknown_customers:
      account === undefined ? 0 : await countUnknownCustomers(db, payments.kind, account.processor_account),
  }
}
