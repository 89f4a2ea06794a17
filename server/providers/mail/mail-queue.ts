import type { Logger } from 'pino'
import { type Mail, type Mailer, MailFailure } from './mailer.ts'

/** What a mail is made of may have to be read first; undefined when there turns out to be none to send. */
export type MakeMail = () => Promise<Mail | undefined> | Mail | undefined

export interface MailQueue {
  /** Where mails go, for users. */
  readonly name: string
  /**
   * Makes and sends a mail soon; returns at once and never throws, so that no answer waits for a mail
   * server or tells by its time whether there was a mail. Call it after the commit. `kind` is for the log.
   */
  post(kind: string, make: MakeMail): void
  /** Resolves when nothing waits. */
  settled(): Promise<void>
  /** A last try for what waits, for a moment; takes nothing any more. */
  stop(): Promise<void>
}

export interface MailQueueOptions {
  maxRunning: number
  maxWaiting: number
  /** Before the second, third, … try of a mail that a server did not take for now. */
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

/** Mails on their way, in memory: a link that is lost with the process is asked for again. */
export function createMailQueue(mailer: Mailer, log: Logger, given: Partial<MailQueueOptions> = {}): MailQueue {
  const { maxRunning, maxWaiting, retryMs, graceMs } = { ...mailQueueDefaults, ...given }
  const waiting: Job[] = []
  const sending = new Set<Promise<void>>()
  /** Mails that wait for another try hold no place in the line. */
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

/** Ends early, without an error, when the signal aborts. */
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
