import { type Kysely, type Selectable, sql } from 'kysely'
import type { DeliveryStatus, Issue, IssueInput, IssueStatus, ListedIssue } from '#contract/objects/newsletter.ts'
import { Language } from '#contract/primitives.ts'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { NewsletterTables } from '../../../db/schema/schema-newsletter.ts'
import { readClicks } from '../clicks/clicks.repository.ts'
import { issueNotChangeable, issueNotFound } from '../newsletter.errors.ts'
import { countRecipients } from '../recipients.repository.ts'
import { previewUrl } from './preview-token.mappers.ts'

export type IssueRow = Selectable<NewsletterTables['newsletter_issues']>
type Versions = IssueInput['versions']

/** Reads an issue and locks it until the transaction ends. Throws `not_found`, and a conflict for other states. */
export async function lockIssue(trx: Kysely<Database>, id: number, states: readonly IssueStatus[]): Promise<IssueRow> {
  const row = await trx
    .updateTable('newsletter_issues')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw issueNotFound()
  if (!states.includes(row.status)) throw issueNotChangeable()
  return row
}

export async function findVersions(db: Kysely<Database>, id: number): Promise<Versions> {
  const rows = await db.selectFrom('newsletter_versions').selectAll().where('issue_id', '=', id).execute()
  const of = (wanted: Language) => {
    const row = rows.find(({ language }) => language === wanted)
    return row === undefined ? null : { subject: row.subject, preview: row.preview, body: row.body }
  }
  return { en: of('en'), es: of('es') }
}

type Counts = ListedIssue['counts']

const none: Counts = {
  queued: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  bounced: 0,
  in_doubt: 0,
  skipped: 0,
  unsubscribed: 0,
}

/** The counts of each issue; absent for one without mails. */
async function countDeliveries(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Counts>> {
  const counts = new Map<number, Counts>()
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('newsletter_deliveries')
    .select(['issue_id', 'status'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('unsubscribed_at').as('left')])
    .where('issue_id', 'in', ids)
    .groupBy(['issue_id', 'status'])
    .execute()
  for (const { issue_id, status, count, left } of rows) {
    const before = counts.get(issue_id) ?? none
    const more: Partial<Record<DeliveryStatus, number>> = { [status]: Number(count) }
    counts.set(issue_id, { ...before, ...more, unsubscribed: before.unsubscribed + Number(left) })
  }
  return counts
}

const toFields = (row: IssueRow, counts: Counts = none) => {
  const { id, slug, status, revision, scheduled_at, started_at, sent_at, updated_at, outage, outage_since } = row
  return {
    ...{ id, slug, status, revision, scheduled_at, started_at, sent_at, updated_at, counts },
    outage: outage === null || outage_since === null ? null : { reply: outage, since: outage_since },
  }
}

/** Newest first, by page from 1. */
export async function findIssues(
  db: Kysely<Database>,
  { page, page_size }: { page: number; page_size: number },
): Promise<ListedIssue[]> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const ids = rows.map(({ id }) => id)
  const counts = await countDeliveries(db, ids)
  const subjects =
    ids.length === 0
      ? []
      : await db
          .selectFrom('newsletter_versions')
          .select(['issue_id', 'language', 'subject'])
          .where('issue_id', 'in', ids)
          .orderBy('language')
          .execute()
  return rows.map((row) => {
    const own = subjects.filter(({ issue_id }) => issue_id === row.id)
    const subject = own.find((version) => version.subject.trim() !== '')?.subject ?? ''
    return { ...toFields(row, counts.get(row.id)), subject, languages: own.map(({ language }) => language) }
  })
}

/** Throws `not_found`. `now` in milliseconds since 1970. */
export async function readIssue(
  { db, config, now }: { db: Kysely<Database>; config: Config; now: () => number },
  id: number,
): Promise<Issue> {
  const row = await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw issueNotFound()
  const counts = await countDeliveries(db, [id])
  return {
    ...toFields(row, counts.get(id)),
    send_other_language: row.send_other_language === 1,
    versions: await findVersions(db, id),
    recipients: await countRecipients(db),
    clicks: await readClicks(db, id),
    preview_url: previewUrl(config, id, now()),
  }
}

/** Replaces the texts; the caller holds the lock. */
export async function storeVersions(
  trx: Kysely<Database>,
  { id, versions, time }: { id: number; versions: Versions; time: string },
): Promise<void> {
  await trx.deleteFrom('newsletter_versions').where('issue_id', '=', id).execute()
  for (const language of Language.options) {
    const version = versions[language]
    if (version === null) continue
    await trx
      .insertInto('newsletter_versions')
      .values({ ...version, issue_id: id, language, updated_at: time })
      .execute()
  }
}

/** Has a page for readers beside those of issues, at /newsletter/address. */
const RESERVED = 'address'

/** A public address that no other issue or page has: of the subject, with a number when it is taken. */
export async function freeSlug(trx: Kysely<Database>, subject: string): Promise<string> {
  const plain = subject.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'issue'
  const taken = await trx.selectFrom('newsletter_issues').select('slug').where(sql`slug`, 'like', `${base}%`).execute()
  const slugs = new Set([RESERVED, ...taken.map(({ slug }) => slug)])
  let slug = base
  for (let n = 2; slugs.has(slug); n += 1) slug = `${base}-${n}`
  return slug
}
