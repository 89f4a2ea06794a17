import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { delay } from '../../lib/timing/delay.ts'
import { mailsWaiting } from '../../telemetry/metrics.ts'
import { observeMail } from '../../telemetry/observe-mail.ts'
import { type Mail, type Mailer, MailFailure } from './mailer.ts'

/** Builds a mail, possibly from reads; undefined when there is none to send. */
type MakeMail = () => Promise<Mail | undefined> | Mail | undefined

/** Told what became of an attempt: accepted, refused for now, or for good. */
type ReportMail = (outcome: Outcome) => Promise<void>
type Outcome = 'sent' | 'later' | 'failed'

export interface MailQueue {
  /** Where mails go, for the startup lines. */
  readonly name: string
  /**
   * Builds and sends a mail in the background; returns at once and never throws, so that no response waits for a mail
   * server or reveals by its time whether a mail was sent. Call it after the commit. `kind` is for the log. With
   * `report` there is one attempt only, and the caller repeats what the mail server refused for now.
   */
  post(kind: string, make: MakeMail, report?: ReportMail): void
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

const mailQueueDefaults: MailQueueOptions = {
  maxRunning: 2,
  maxWaiting: 1000,
  retryMs: [1_000, 5_000, 30_000, 120_000],
  graceMs: 5_000,
}

interface Job {
  kind: string
  make: MakeMail
  report: ReportMail | undefined
  /** Runs a function as part of the request that posted the mail. */
  inOrigin: (run: () => Promise<void>) => Promise<void>
}

/** A queue of outgoing mails in memory: users can request a link again that is lost with the process. */
export function createMailQueue(mailer: Mailer, log: Logger, given: Partial<MailQueueOptions> = {}): MailQueue {
  const { maxRunning, maxWaiting, retryMs, graceMs } = { ...mailQueueDefaults, ...given }
  const waiting: Job[] = []
  const sending = new Set<Promise<void>>()
  /** Mails that wait for a retry; they do not occupy a sending slot. */
  const later = new Set<Promise<void>>()
  const controller = new AbortController()

  function next(): void {
    while (sending.size < maxRunning) {
      const job = waiting.shift()
      if (job === undefined) return
      mailsWaiting.dec()
      start(() => job.inOrigin(() => deliver(job)))
    }
  }

  function start(work: () => Promise<void>): void {
    const run: Promise<void> = work().finally(() => {
      sending.delete(run)
      next()
    })
    sending.add(run)
  }

  async function deliver({ kind, make, report }: Job): Promise<void> {
    try {
      const mail = await make()
      if (mail === undefined) return
      if (report === undefined) await attempt(kind, mail, 0)
      else await report(await send(kind, mail, { tries: 1, again: true }))
    } catch (error) {
      log.error({ err: error, mail: kind }, 'a mail could not be written, or what became of it not be stored')
    }
  }

  async function attempt(kind: string, mail: Mail, tries: number): Promise<void> {
    const pauseMs = controller.signal.aborted ? undefined : retryMs[tries]
    const outcome = await send(kind, mail, { tries: tries + 1, again: pauseMs !== undefined })
    if (outcome === 'later' && pauseMs !== undefined && !controller.signal.aborted) {
      postpone(pauseMs, () => attempt(kind, mail, tries + 1))
    }
  }

  /** `again`: a failure that passes is followed by another attempt. */
  async function send(kind: string, mail: Mail, { tries, again }: { tries: number; again: boolean }): Promise<Outcome> {
    try {
      await observeMail(kind, () => mailer.send(mail))
      return 'sent'
    } catch (error) {
      const failure = error instanceof MailFailure ? error : undefined
      const passes = failure?.isTransient === true
      const about = { mail: kind, code: failure?.code, status: failure?.status, tries }
      if (passes && again) log.warn(about, 'a mail was not taken for now')
      else log.error(about, 'a mail was not sent')
      return passes ? 'later' : 'failed'
    }
  }

  function postpone(ms: number, work: () => Promise<void>): void {
    const wait: Promise<void> = delay(ms, controller.signal).then(() => {
      later.delete(wait)
      mailsWaiting.dec()
      start(work)
    })
    later.add(wait)
    mailsWaiting.inc()
  }

  async function settled(): Promise<void> {
    while (sending.size + later.size > 0) await Promise.all([...sending, ...later])
  }

  return {
    name: mailer.name,
    post(kind, make, report) {
      if (controller.signal.aborted || waiting.length + later.size >= maxWaiting) {
        log.error({ mail: kind, waiting: waiting.length + later.size }, 'the mail queue is full; a mail is dropped')
        return
      }
      waiting.push({ kind, make, report, inOrigin: AsyncLocalStorage.snapshot() })
      mailsWaiting.inc()
      next()
    },
    settled,
    async stop() {
      controller.abort()
      await Promise.race([settled(), delay(graceMs)])
      mailer.close()
    },
  }
}
