import type { Logger } from 'pino'
import { type Mail, type Mailer, MailFailure } from './mailer.ts'

/** Builds a mail, possibly from reads; undefined when there is none to send. */
export type MakeMail = () => Promise<Mail | undefined> | Mail | undefined

export interface MailQueue {
  /** Where mails go, for the startup lines. */
  readonly name: string
  /**
   * Builds and sends a mail in the background; returns at once and never throws, so that no response waits for a mail
   * server or reveals by its time whether a mail was sent. Call it after the commit. `kind` is for the log.
   */
  post(kind: string, make: MakeMail): void
  /** Resolves when the queue is empty. */
  settled(): Promise<void>
  /** Tries the queued mails once more, for a moment; accepts no more mails. */
  stop(): Promise<void>
}

export interface MailQueueOptions {
  maxRunning: number
  maxWaiting: number
  /** The delays before the second, third, … attempt of a mail after a transient failure. */
  retryMs: readonly number[]
  graceMs: number
}

export const mailQueueDefaults: MailQueueOptions = {
  maxRunning: 2,
  maxWaiting: 1000,
  retryMs: [1_000, 5_000, 30_000, 120_000],
  graceMs: 5_000,
}

interface Job {
  kind: string
  make: MakeMail
}

/** A queue of outgoing mails in memory: users can request a link again that is lost with the process. */
export function createMailQueue(mailer: Mailer, log: Logger, given: Partial<MailQueueOptions> = {}): MailQueue {
  const { maxRunning, maxWaiting, retryMs, graceMs } = { ...mailQueueDefaults, ...given }
  const waiting: Job[] = []
  const sending = new Set<Promise<void>>()
  /** Mails that wait for a retry; they do not occupy a sending slot. */
  const later = new Set<Promise<void>>()
  const ending = new AbortController()

  function next(): void {
    while (sending.size < maxRunning) {
      const job = waiting.shift()
      if (job === undefined) return
      start(() => deliver(job))
    }
  }

  function start(work: () => Promise<void>): void {
    const run: Promise<void> = work().finally(() => {
      sending.delete(run)
      next()
    })
    sending.add(run)
  }

  async function deliver({ kind, make }: Job): Promise<void> {
    try {
      const mail = await make()
      if (mail !== undefined) await attempt(kind, mail, 0)
    } catch (error) {
      log.error({ err: error, mail: kind }, 'a mail could not be written')
    }
  }

  async function attempt(kind: string, mail: Mail, tries: number): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      const failure = error instanceof MailFailure ? error : undefined
      const delay = retryMs[tries]
      const again = failure?.isTransient === true && delay !== undefined && !ending.signal.aborted
      const about = { mail: kind, code: failure?.code, status: failure?.status, tries: tries + 1 }
      if (again) postpone(delay, () => attempt(kind, mail, tries + 1))
      log[again ? 'warn' : 'error'](about, again ? 'a mail was not taken for now' : 'a mail was not sent')
    }
  }

  function postpone(ms: number, work: () => Promise<void>): void {
    const wait: Promise<void> = waitFor(ms, ending.signal).then(() => {
      later.delete(wait)
      start(work)
    })
    later.add(wait)
  }

  async function settled(): Promise<void> {
    while (sending.size + later.size > 0) await Promise.all([...sending, ...later])
  }

  return {
    name: mailer.name,
    post(kind, make) {
      if (ending.signal.aborted || waiting.length + later.size >= maxWaiting) {
        log.error({ mail: kind, waiting: waiting.length + later.size }, 'no room for a mail; it is not sent')
        return
      }
      waiting.push({ kind, make })
      next()
    },
    settled,
    async stop() {
      ending.abort()
      await Promise.race([settled(), waitFor(graceMs)])
      mailer.close()
    },
  }
}

/** Resolves early when the signal is aborted. */
function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    if (signal?.aborted) resolve()
  })
}
