import type { Dependencies } from '../../../dependencies.ts'
import { repeat } from '../../../lib/timing/repeat.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { sendBillingMails } from '../mails/send-billing-mails.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { endExpired } from '../use-cases/end-expired.ts'
import { forgetEvents } from '../use-cases/forget-events.ts'
import { reconcile } from './reconcile.ts'

export interface BillingJob {
  /** Runs once. Errors are thrown; several processes may run at once. */
  runOnce(): Promise<void>
  /** Starts no more runs and waits for the current one. */
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/**
 * About once a minute: ends expired trials and grants, deletes old events, finishes refunds, runs the sandbox's
 * renewals, polls the customers who are due, and sends mails about money.
 */
export function createBillingJob(deps: BillingDeps & Pick<Dependencies, 'mails' | 'sandbox'>): BillingJob {
  const { db, now, log, sandbox } = deps
  const controller = new AbortController()

  async function runOnce(): Promise<void> {
    await endExpired(db, now())
    await forgetEvents(db, now())
    await finishRefunds(deps)
    await sandbox?.bill()
    try {
      await reconcile(deps, () => controller.signal.aborted)
    } finally {
      await sendBillingMails(deps)
    }
  }
  const run = () =>
    runOnce().catch((error: unknown) => log.error({ err: error }, 'a round of billing failed; it is tried again'))
  // Random jitter, so that processes which start together do not run together.
  const ended = repeat(run, () => EVERY_MS * (0.5 + Math.random()), controller.signal)
  return {
    runOnce,
    stop: async () => {
      controller.abort()
      await ended
    },
  }
}
