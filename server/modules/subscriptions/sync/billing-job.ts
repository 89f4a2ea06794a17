import type { Dependencies } from '../../../dependencies.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { endPassed } from '../use-cases/end-expired.ts'
import { forgetEvents } from '../use-cases/forget-events.ts'
import { reconcile } from './reconcile.ts'

export interface Biller {
  /** One round now. Errors are thrown; any number of processes may do it at once. */
  round(): Promise<void>
  /** Begins no more rounds and waits for the one under way. */
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/** Once a minute: turns the sandbox's clock on, asks about customers of whom nothing was heard, ends what has run out. */
export function createBiller(deps: BillingDeps & Pick<Dependencies, 'sandbox'>): Biller {
  const { db, now, log, sandbox } = deps
  let stopping = false
  let current: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  async function round(): Promise<void> {
    await endPassed(db, now())
    await forgetEvents(db, now())
    await sandbox?.bill()
    await reconcile(deps, () => stopping)
  }
  const run = () => {
    current = round()
      .catch((error: unknown) => log.error({ err: error }, 'a round of billing failed; it is tried again'))
      .then(wait)
  }
  /** Processes that start together do not ask together. */
  function wait() {
    if (!stopping) timer = setTimeout(run, EVERY_MS * (0.5 + Math.random())).unref()
  }
  wait()
  return {
    round,
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await current
    },
  }
}
