import { recordAudit } from '../../audit/use-cases/record-audit.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { finishRefund } from './finish-refund.ts'
import type { RefundRow } from './refunds.repository.ts'

/** Like `finishRefund`, without a request of the admin who ordered the refund; the audit log names that admin. */
export function finishOrder(deps: BillingDeps, refund: RefundRow): Promise<void> {
  const actor = { id: refund.actor_id, kind: 'admin' } as const
  return finishRefund(deps, refund, (trx, entry) =>
    recordAudit(trx, { ...entry, actor, action: 'payment.refunded', now: deps.now() }),
  )
}
