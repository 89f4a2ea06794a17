import type { Kysely } from 'kysely'
import type { ListedReport, Report, ReportState } from '#contract/objects/feedback.ts'
import type { Database } from '../../db/schema/schema.ts'
import { reportNotFound } from './reports.errors.ts'

/** Reports with their users; ratings without a report are left out. */
export function selectReports(db: Kysely<Database>, state?: ReportState) {
  const reports = db
    .selectFrom('message_feedback')
    .innerJoin('users', 'users.id', 'message_feedback.user_id')
    .where('message_feedback.reported_at', 'is not', null)
  return state === undefined ? reports : reports.where('message_feedback.state', '=', state)
}

const columns = [
  'message_feedback.id as id',
  'message_feedback.user_id as user_id',
  'message_feedback.message_id as message_id',
  'message_feedback.reason as reason',
  'message_feedback.comment as comment',
  'message_feedback.include_exchange as include_exchange',
  'message_feedback.state as state',
  'message_feedback.reported_at as reported_at',
  'message_feedback.replied_at as replied_at',
  'users.email as email',
  'users.first_name as first_name',
  'users.last_name as last_name',
  'users.language as language',
] as const

/** Newest first, by page from 1. */
export async function findReports(
  db: Kysely<Database>,
  { state, page, page_size }: { state?: ReportState | undefined; page: number; page_size: number },
): Promise<ListedReport[]> {
  const rows = await selectReports(db, state)
    .select(columns)
    .orderBy('message_feedback.reported_at', 'desc')
    .orderBy('message_feedback.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return rows.map(toListed)
}

const findRow = (db: Kysely<Database>, id: number) =>
  selectReports(db).select(columns).where('message_feedback.id', '=', id).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

function toListed({ id, reason, comment, state, reported_at, replied_at, user_id, ...user }: Row): ListedReport {
  const { email, first_name, last_name } = user
  return {
    id,
    // Both are set in every row of a report; the types also describe rows of ratings.
    reason: reason ?? 'other',
    reported_at: reported_at ?? '',
    ...{ comment, state, replied_at, user: { id: user_id, email, first_name, last_name } },
  }
}

/** A report, with question and answer only where the user has consented to that. Throws not_found. */
export async function readReport(db: Kysely<Database>, id: number): Promise<Report> {
  const row = await findRow(db, id)
  if (row === undefined) throw reportNotFound()
  const exchange = row.include_exchange === 1 ? await readExchange(db, row.user_id, row.message_id) : null
  return { ...toListed(row), language: row.language, exchange }
}

/** Read from the chat and not copied: a deleted answer takes its text with it. */
async function readExchange(db: Kysely<Database>, userId: number, messageId: string): Promise<Report['exchange']> {
  const row = await db
    .selectFrom('messages as answers')
    .innerJoin('messages as questions', (join) =>
      join.onRef('questions.user_id', '=', 'answers.user_id').onRef('questions.id', '=', 'answers.reply_to'),
    )
    .select(['questions.content as question', 'answers.content as answer', 'answers.created_at as answered_at'])
    .where('answers.user_id', '=', userId)
    .where('answers.id', '=', messageId)
    .executeTakeFirst()
  return row ?? null
}
