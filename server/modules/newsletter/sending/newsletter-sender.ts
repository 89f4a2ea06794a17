import type { IssueVersion } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { delay } from '../../../lib/timing/delay.ts'
import { createSingleFlight } from '../../../lib/timing/single-flight.ts'
import type { Mailer } from '../../../providers/mail/mailer.ts'
import { storeLinks } from '../clicks/clicks.repository.ts'
import { countedUrl, linksIn, replaceLinks } from '../clicks/counted-links.ts'
import { findVersions } from '../issues/issues.repository.ts'
import { renderIssue } from '../render-issue.ts'
import { claimIssues, releaseIssues, renewIssues } from './claim-issues.ts'
import { type DeliveryRow, findDue, finishIssues } from './deliveries.repository.ts'
import { createEqualRefusals } from './equal-refusals.ts'
import { NEWSLETTER_TOPIC } from './newsletter-topic.ts'
import { clearOutage, storeOutage } from './outage.repository.ts'
import { sendDelivery } from './send-delivery.ts'
import { startDue } from './start-due.ts'
import { toMailBody, writeIssueMail } from './write-issue-mail.ts'

/** Times are in milliseconds. */
export interface NewsletterOptions {
  leaseMs: number
  renewMs: number
  /** The polling interval, for scheduled issues, dead owners and lost notifications. */
  sweepMs: number
  /** The pauses while the mail server takes nothing; the last one repeats. */
  outageMs: readonly number[]
  /** How long `stop` waits for the mail that is being sent. */
  graceMs: number
}

const newsletterDefaults: NewsletterOptions = {
  leaseMs: 60_000,
  renewMs: 15_000,
  sweepMs: 10_000,
  outageMs: [5_000, 15_000, 60_000, 300_000],
  graceMs: 5_000,
}

export interface NewsletterSender {
  start(): void
  /** Finishes the mail that is being sent and leaves the rest to another process. */
  stop(): Promise<void>
}

/**
 * Sends issues of the newsletter, one mail after the other over one connection, so that a killed process leaves at most
 * one mail of which nobody knows whether it arrived.
 */
export function createNewsletterSender(
  deps: Dependencies,
  mailer: Mailer,
  given: Partial<NewsletterOptions> = {},
): NewsletterSender {
  const options = { ...newsletterDefaults, ...given }
  const { db, bus, config, engine, log, processId, now } = deps
  const spacingMs = 60_000 / config.newsletter.perMinute
  const controller = new AbortController()
  const issues = new Map<number, ReturnType<typeof readIssueToSend>>()
  let held: readonly number[] = []
  let timers: NodeJS.Timeout[] = []
  /** Runs during the pause after an outage. A deadline would end later when the clock of the machine is set back. */
  let retryTimer: NodeJS.Timeout | undefined
  let unsubscribe = () => {}
  let nextSlot = 0
  let outages = 0
  /** Whether an issue may have a stored outage, of this process or of an earlier owner. */
  let hasOutage = false
  const refusals = createEqualRefusals()

  const rounds = createSingleFlight(() =>
    round().catch((error: unknown) => log.error({ err: error }, 'sending the newsletter failed; it is tried again')),
  )

  function retry(): void {
    retryTimer = undefined
    rounds.request()
  }

  async function round(): Promise<void> {
    await startDue(deps)
    if (retryTimer !== undefined) return
    const claim = { processId, now: now(), leaseMs: options.leaseMs, alone: engine === 'sqlite' }
    const claimed = await claimIssues(db, claim)
    if (claimed.some((id) => !held.includes(id))) hasOutage = true
    held = claimed
    if (held.length === 0) return
    await sendAll()
    await finishIssues(db, { processId, time: isoTime(now()) })
  }

  async function sendAll(): Promise<void> {
    for (let row = await nextRow(); row !== undefined; row = await nextRow()) {
      await waitForSlot()
      if (controller.signal.aborted) return
      if (!(await send(row))) return
    }
  }

  async function nextRow(): Promise<DeliveryRow | undefined> {
    for (const id of held) {
      const row = controller.signal.aborted ? undefined : await findDue(db, id, isoTime(now()))
      if (row !== undefined) return row
    }
    return undefined
  }

  /** False when the mail server takes nothing at all. */
  async function send(row: DeliveryRow): Promise<boolean> {
    const outcome = await sendDelivery(deps, row, {
      mailer,
      owner: processId,
      refusals,
      signal: controller.signal,
      write: async ({ email, reader, countsClicks }) => {
        const { issue, versions, bodies } = await issueToSend(row.issue_id)
        const { language } = row
        const version = versions[language]
        const body = bodies[countsClicks ? 'counted' : 'plain'][language]
        if (version === null || body === null) throw new Error('the issue has no version in the language of the mail')
        return writeIssueMail(config, { email, reader, countsClicks, language, version, body, issue })
      },
    })
    // The next round finds out what it may send.
    if (outcome.kind === 'lost') held = held.filter((id) => id !== row.issue_id)
    if (outcome.kind === 'outage') {
      // The connection was cut because this process is stopping.
      if (controller.signal.aborted) return false
      const pauseMs = options.outageMs[Math.min(outages, options.outageMs.length - 1)] ?? 0
      outages += 1
      hasOutage = true
      clearTimeout(retryTimer)
      retryTimer = setTimeout(retry, pauseMs).unref()
      log.warn({ reply: outcome.reply, pause: pauseMs }, 'the mail server takes no mails; the newsletter waits')
      await storeOutage(db, { processId, reply: outcome.reply, time: isoTime(now()) })
      return false
    }
    if (outcome.kind === 'taken') refusals.clear()
    if (hasOutage && outcome.kind === 'taken') {
      outages = 0
      await clearOutage(db, processId)
      hasOutage = false
    }
    return true
  }

  /** Its texts are fixed, so they are rendered once. */
  function issueToSend(id: number): ReturnType<typeof readIssueToSend> {
    const found = issues.get(id) ?? readIssueToSend(deps, id)
    // A failure, such as a busy database, is not remembered.
    issues.set(id, found)
    found.catch(() => issues.delete(id))
    return found
  }

  async function waitForSlot(): Promise<void> {
    const time = performance.now()
    const wait = nextSlot - time
    nextSlot = Math.max(time, nextSlot) + spacingMs
    if (wait > 1) await delay(wait, controller.signal)
  }

  async function renew(): Promise<void> {
    const still = new Set(await renewIssues(db, processId, now() + options.leaseMs))
    held = held.filter((id) => still.has(id))
  }

  return {
    start() {
      unsubscribe = bus.subscribe(NEWSLETTER_TOPIC, rounds.request)
      timers = [
        setInterval(rounds.request, options.sweepMs).unref(),
        setInterval(() => {
          if (held.length === 0) return
          renew().catch((error: unknown) => log.error({ err: error }, 'the lease of the newsletter was not renewed'))
        }, options.renewMs).unref(),
      ]
      rounds.request()
    },
    async stop() {
      controller.abort()
      unsubscribe()
      for (const timer of [...timers, retryTimer]) clearTimeout(timer)
      // After the grace the connection is cut, and the mail that it was sending is in doubt.
      const cut = setTimeout(() => mailer.close({ force: true }), options.graceMs)
      await rounds.stop()
      clearTimeout(cut)
      mailer.close()
      await releaseIssues(db, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'the lease of the newsletter was not released; it ends by itself'),
      )
    },
  }
}

async function readIssueToSend({ db, config }: Pick<Dependencies, 'db' | 'config'>, id: number) {
  const issue = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'slug'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const versions = await findVersions(db, id)
  const render = (version: IssueVersion | null) => version && renderIssue(version.body)
  const htmls = { en: await render(versions.en), es: await render(versions.es) }
  const ids = await storeLinks(db, id, linksIn([htmls.en ?? '', htmls.es ?? '']))
  const urls = new Map([...ids].map(([url, linkId]) => [url, countedUrl(config, linkId)]))
  const plain = (html: string | null) => (html === null ? null : toMailBody(config, html))
  const counted = (html: string | null) => plain(html && replaceLinks(html, urls))
  return {
    issue,
    versions,
    bodies: {
      plain: { en: plain(htmls.en), es: plain(htmls.es) },
      counted: { en: counted(htmls.en), es: counted(htmls.es) },
    },
  }
}
