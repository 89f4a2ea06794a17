import type { Kysely } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../../db/schema/schema.ts'
import { isoTime } from '../../../../lib/time.ts'
import { HISTORY_CHARACTERS, TAIL_CHARACTERS } from '../../../../limits/generation-limits.ts'
import type { Turn } from '../../../../providers/assistant/assistant.ts'
import { goOnTurns } from '../../../../providers/assistant/continuation.ts'
import type { Claim } from '../job.ts'
import { describeUser } from './describe-user.ts'
import { systemPrompt } from './system-prompt.ts'

const HISTORY_MESSAGES = 400

interface HistoryMessage {
  id: string
  role: 'user' | 'assistant'
  content: string
  reply_to: string | null
  version: number
}

/**
 * Builds the prompt: the system prompt with the description of the user, then the active path of the chat up to the
 * question, without deleted messages, as far as the budget allows; last, the text to continue.
 */
export async function buildTurns(
  db: Kysely<Database>,
  claim: Claim,
  { now, begun }: { now: number; begun: string },
): Promise<{ turns: Turn[]; language: Language }> {
  const answer = db
    .selectFrom('messages')
    .select(['seq', 'reply_to'])
    .where('user_id', '=', claim.user_id)
    .where('id', '=', claim.message_id)
    .executeTakeFirstOrThrow()
  const user = db.selectFrom('users').select('language').where('id', '=', claim.user_id).executeTakeFirstOrThrow()
  const about = describeUser(db, claim.user_id)
  const [{ seq, reply_to: question }, { language }, described] = await Promise.all([answer, user, about])
  const newestFirst = await db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'reply_to', 'version'])
    .where('user_id', '=', claim.user_id)
    .where('chat_id', '=', claim.chat_id)
    .where('seq', '<', seq)
    .where('status', 'in', ['complete', 'interrupted'])
    .where('superseded_by', 'is', null)
    .orderBy('seq', 'desc')
    .limit(HISTORY_MESSAGES)
    .execute()
  const asked = newestFirst.find((message) => message.id === question)
  const missing =
    asked === undefined && question !== null ? await findHistoryMessage(db, claim.user_id, question) : undefined
  const rules = systemPrompt(language, isoTime(now).slice(0, 10))
  const system: Turn = { role: 'system', content: described === null ? rules : `${rules}\n\n${described}` }
  // The tail must not begin with the second half of a surrogate pair.
  const tail = begun.slice(-TAIL_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '')
  const said = history(missing ? [missing] : newestFirst, question, HISTORY_CHARACTERS - tail.length)
  return { turns: [system, ...said, ...goOnTurns(tail)], language }
}

function findHistoryMessage(db: Kysely<Database>, userId: number, id: string): Promise<HistoryMessage | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'reply_to', 'version'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The questions up to `question`, each with the newest version of its answer, oldest first. */
function history(newestFirst: readonly HistoryMessage[], question: string | null, most: number): Turn[] {
  const answers = new Map<string, HistoryMessage>()
  for (const message of newestFirst) {
    if (message.role === 'user' || message.reply_to === null || message.content.trim() === '') continue
    const known = answers.get(message.reply_to)
    if (known === undefined || known.version < message.version) answers.set(message.reply_to, message)
  }
  const questions = newestFirst.filter((message) => message.role === 'user')
  const from = Math.max(
    0,
    questions.findIndex((message) => message.id === question),
  )
  const turns: Turn[] = []
  let left = most
  for (const [i, message] of questions.slice(from).entries()) {
    const answer = i === 0 ? undefined : answers.get(message.id)
    left -= message.content.length + (answer?.content.length ?? 0)
    if (left < 0 && i > 0) break
    if (answer) turns.push({ role: 'assistant', content: answer.content })
    turns.push({ role: 'user', content: message.content })
  }
  return joinNeighbours(turns.reverse())
}

/** Some models require alternating roles; a question whose answer failed is joined with the next one. */
function joinNeighbours(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.content += `\n\n${turn.content}`
    else joined.push({ ...turn })
  }
  return joined
}
