import type { Dependencies } from '../../dependencies.ts'
import { mailFolder, removeOldMails } from '../../providers/mail/files.ts'
import { expireChats } from '../chats/delete-chats.ts'
import { forgetTombstones } from '../chats/tombstones.ts'
import { pruneClientErrors } from '../client-errors/prune-client-errors.ts'
import { storeFigures } from '../figures/read-figures.ts'
import { forgetUsage } from '../usage/forget-usage.ts'

export interface Janitor {
  /** One round now. Errors are thrown; any number of processes may clean at once. */
  clean(): Promise<void>
  /** Begins no more rounds and waits for the one under way. */
  stop(): Promise<void>
}

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/** Less than a day by the longest time between two rounds. */
const ERASE_EVERY_MS = 22 * EVERY_MS
const MAIL_FILES_KEPT_MS = 7 * 24 * EVERY_MS

/** Ends unsaved chats whose time has come, forgets what nobody asks for any more, counts the days, and once a day erases what was deleted; soon after the start, then hourly. */
export function createJanitor(
  needs: Pick<Dependencies, 'bus' | 'config' | 'db' | 'engine' | 'erasure' | 'log' | 'now'>,
): Janitor {
  const { config, db, erasure, log, now } = needs
  let erasedAt = Number.NEGATIVE_INFINITY
  let stopping = false
  let round: Promise<void> = Promise.resolve()

  async function clean(): Promise<void> {
    const expired = await expireChats(needs, () => stopping)
    if (expired > 0) {
      log.info({ expired }, 'unsaved chats have ended')
      erasure.request()
    }
    await forgetTombstones(db, now())
    await forgetUsage(db, now())
    await pruneClientErrors(db, now())
    await storeFigures(needs)
    await removeOldMails(mailFolder(config.dataDir), now() - MAIL_FILES_KEPT_MS)
    if (now() - erasedAt < ERASE_EVERY_MS) return
    await erasure.run()
    erasedAt = now()
  }
  /** Rounds never overlap: the next timer is set when one has ended. */
  const run = () => {
    round = clean()
      .catch((error: unknown) => log.error({ err: error }, 'the housekeeping failed; it is tried again'))
      .then(() => wait(EVERY_MS))
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
