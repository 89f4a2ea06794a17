import type { Dependencies } from '../../dependencies.ts'
import { HOUR_MS, isoTime } from '../../lib/time.ts'
import { repeat } from '../../lib/timing/repeat.ts'
import { mailFolder, removeOldMails } from '../../providers/mail/files.ts'
import { createPushSender, type SendPush } from '../../providers/push/push-sender.ts'
import { forgetExpiredChanges } from '../accounts/email-changes.repository.ts'
import { storeMetrics } from '../admin-metrics/use-cases/read-metrics.ts'
import { appendMissing } from '../audit/chain/append-to-chain.ts'
import { endDeleted, expireChats, warnOfExpiry } from '../chats/deletion/end-chats.ts'
import { forgetTombstones } from '../chats/tombstones.repository.ts'
import { pruneClientErrors } from '../client/use-cases/prune-client-errors.ts'
import { sweepFiles } from '../files/use-cases/sweep-files.ts'
import { forgetUnconfirmed } from '../newsletter/subscribers/forget-unconfirmed.ts'
import { announceEndings } from '../push/announce-endings.ts'
import { forgetEndedShares } from '../shares/shares.repository.ts'
import { forgetPastTrials } from '../subscriptions/past-trials.repository.ts'
import { forgetUsage } from '../usage/use-cases/forget-usage.ts'

export interface CleanupJob {
  /** Runs every step once. A step that fails is logged, and the others still run; several processes may run at once. */
  runOnce(): Promise<void>
  /** Starts no more runs, and ends the current one between two steps, objects of the file store or users. */
  stop(): Promise<void>
}

const FIRST_MS = 60_000
const EVERY_MS = HOUR_MS
/**
 * Less than a day by more than the longest interval between two runs (1.5 hours), so that no day is without an erasure.
 * The first run after a start erases too, because a server that restarts every day would never erase otherwise.
 */
const ERASE_EVERY_MS = 22 * EVERY_MS
const MAIL_FILES_RETENTION_MS = 7 * 24 * EVERY_MS

/**
 * Runs soon after the start, then hourly: announces the end of unsaved chats, moves expired ones to Recently deleted
 * and deletes what has lain there for its time, old rows and mail files, and stores the metrics of past days; once a
 * day it also requests an erasure.
 */
export function createCleanupJob(
  deps: Pick<Dependencies, 'bus' | 'config' | 'db' | 'engine' | 'erasure' | 'files' | 'log' | 'now'>,
  sendPush: SendPush = createPushSender(deps.config),
): CleanupJob {
  const { config, db, erasure, log, now } = deps
  let erasedAt = Number.NEGATIVE_INFINITY
  const controller = new AbortController()
  const isStopping = () => controller.signal.aborted

  /** Run in this order. A step that fails is retried in the next run. */
  const steps: Record<string, () => Promise<unknown>> = {
    'announce the end of unsaved chats': announce,
    'end unsaved chats': () => expireChats(deps, isStopping),
    'delete for good what was deleted a month ago': deleteForGood,
    'forget tombstones': () => forgetTombstones(db, now()),
    'forget usage': () => forgetUsage(db, now()),
    'forget ended shares': () => forgetEndedShares(db, now()),
    'forget past trials': () => forgetPastTrials(db, now()),
    'forget addresses that were not confirmed': () => forgetUnconfirmed(db, now()),
    'forget changes of addresses': () => forgetExpiredChanges(db, isoTime(now())),
    'forget error reports': () => pruneClientErrors(db, now()),
    'delete files without a message': () => sweepFiles(deps, controller.signal),
    'chain the audit': () => appendMissing(db),
    'count the days': () => storeMetrics(deps),
    'remove mail files': () => removeOldMails(mailFolder(config.dataDir), now() - MAIL_FILES_RETENTION_MS),
  }

  async function announce(): Promise<void> {
    await announceEndings(deps, sendPush, await warnOfExpiry(deps, isStopping), controller.signal)
  }

  async function deleteForGood(): Promise<void> {
    const deleted = await endDeleted(deps, isStopping)
    if (deleted === 0) return
    log.info({ deleted }, 'deleted chats have ended')
    erasure.request()
  }

  async function runOnce(): Promise<void> {
    for (const [step, run] of Object.entries(steps)) {
      if (isStopping()) return
      await run().catch((error: unknown) =>
        log.error({ err: error, step }, 'a step of the housekeeping failed; it is tried again'),
      )
    }
    if (now() - erasedAt < ERASE_EVERY_MS) return
    // This is not awaited: an erasure may take minutes, for which `stop` would have to wait.
    erasure.request()
    erasedAt = now()
  }
  // Random jitter, so that processes which start together do not run together.
  const pauseMs = (runs: number) => (runs === 0 ? FIRST_MS : EVERY_MS) * (0.5 + Math.random())
  const ended = repeat(runOnce, pauseMs, controller.signal)
  return {
    runOnce,
    stop: async () => {
      controller.abort()
      await ended
    },
  }
}
