import type { Dependencies } from '../../dependencies.ts'
import { mailFolder, removeOldMails } from '../../providers/mail/files.ts'
import { storeFigures } from '../admin-metrics/use-cases/read-metrics.ts'
import { forgetTombstones } from '../chats/tombstones.repository.ts'
import { expireChats } from '../chats/use-cases/delete-chats.ts'
import { pruneClientErrors } from '../client/use-cases/prune-client-errors.ts'
import { forgetUsage } from '../usage/use-cases/forget-usage.ts'

export interface Janitor {
  /** One round now. A step that fails is logged and does not keep the others from running; any number of processes may clean at once. */
  clean(): Promise<void>
  /** Begins no more rounds and waits for the one under way. */
  stop(): Promise<void>
}

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/**
 * Less than a day by the longest time between two rounds. The first round after a start erases as well: a server that is
 * restarted every day would never erase otherwise.
 */
const ERASE_EVERY_MS = 22 * EVERY_MS
const MAIL_FILES_KEPT_MS = 7 * 24 * EVERY_MS

/** Ends unsaved chats whose time has come, forgets what nobody asks for any more, counts the days, and once a day erases what was deleted; soon after the start, then hourly. */
export function createJanitor(
  deps: Pick<Dependencies, 'bus' | 'config' | 'db' | 'engine' | 'erasure' | 'log' | 'now'>,
): Janitor {
  const { config, db, erasure, log, now } = deps
  let erasedAt = Number.NEGATIVE_INFINITY
  let stopping = false
  let round: Promise<void> = Promise.resolve()

  /** In order. What fails is tried again in the next round. */
  const steps: Record<string, () => Promise<unknown>> = {
    'end unsaved chats': endChats,
    'forget tombstones': () => forgetTombstones(db, now()),
    'forget usage': () => forgetUsage(db, now()),
    'forget error reports': () => pruneClientErrors(db, now()),
    'count the days': () => storeFigures(deps),
    'remove mail files': () => removeOldMails(mailFolder(config.dataDir), now() - MAIL_FILES_KEPT_MS),
  }

  async function endChats(): Promise<void> {
    const expired = await expireChats(deps, () => stopping)
    if (expired === 0) return
    log.info({ expired }, 'unsaved chats have ended')
    erasure.request()
  }

  async function clean(): Promise<void> {
    for (const [step, run] of Object.entries(steps)) {
      if (stopping) return
      await run().catch((error: unknown) =>
        log.error({ err: error, step }, 'a step of the housekeeping failed; it is tried again'),
      )
    }
    if (now() - erasedAt < ERASE_EVERY_MS) return
    // Not awaited: an erasure may take minutes, and `stop` would have to wait for it.
    erasure.request()
    erasedAt = now()
  }
  /** Rounds never overlap: the next timer is set when one has ended. */
  const run = () => {
    round = clean().then(() => wait(EVERY_MS))
  }
  let timer: NodeJS.Timeout
  const wait = (ms: number) => {
    // Processes that start together do not clean together.
    if (!stopping) timer = setTimeout(run, ms * (0.5 + Math.random())).unref()
  }
  wait(FIRST_MS)
  return {
    clean,
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await round
    },
  }
}
