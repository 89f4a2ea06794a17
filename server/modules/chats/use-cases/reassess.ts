import type { Exchange } from '#contract/objects/chat.ts'
import { isUniqueViolation } from '../../../db/errors/unique-violation.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { requestHash } from '../../../lib/request-hash.ts'
import { CONTINUED_CHARACTERS } from '../../../limits/generation-limits.ts'
import { selectedModel } from '../../models/use-cases/resolve-model.ts'
import { lockChat } from '../chat-lock.repository.ts'
import {
  answerNotBrokenOff,
  chatNotFound,
  idConflict,
  messageNotFound,
  noPreviousUserMessage,
  tooLongToContinue,
} from '../chats.errors.ts'
import { findMessage } from '../chats.repository.ts'
import { findExchange } from '../exchanges.repository.ts'
import { GENERATIONS_TOPIC, queuedNotification } from '../generations/topics.ts'
import { requireNotDeleted } from './find-answer.ts'
import { insertAnswer, touchChat } from './insert-answer.ts'
import { movePath } from './move-path.ts'
import { withoutVersions } from './select-versions.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'models' | 'now'>
type Input = { id: string; messageId: string; continue?: true | undefined; model?: string | undefined }

/**
 * Requests another answer to the same question; also used to retry a failed or interrupted answer. `id` is that of the
 * new version; earlier versions remain. With `continue`, the new version begins with the text of the interrupted
 * answer, and the same model continues it. Repeats and `requireQuota` are as in `sendMessage`.
 */
export async function reassess(
  deps: Deps,
  userId: number,
  input: Input,
  requireQuota: () => Promise<void>,
): Promise<Exchange> {
  const hash = requestHash('reassess', [
    input.messageId,
    ...(input.continue ? ['continue'] : []),
    ...(input.model === undefined ? [] : ['model', input.model]),
  ])
  const known = await findMessage(deps.db, userId, input.id)
  if (known === undefined) {
    await requireQuota()
    if (await storeOnce(deps, userId, input, hash))
      await deps.bus.publish(GENERATIONS_TOPIC, queuedNotification(input.id))
  }
  const answer = known ?? (await findMessage(deps.db, userId, input.id))
  if (answer !== undefined && answer.request_hash !== hash) throw idConflict()
  const exchange = await findExchange(deps.db, userId, input.id)
  if (exchange === undefined) throw chatNotFound()
  return exchange
}

/** The unique key detects the same id in another chat at the same moment, which is a conflict. */
async function storeOnce(...given: Parameters<typeof store>): Promise<boolean> {
  try {
    return await store(...given)
  } catch (error) {
    throw isUniqueViolation(error) ? idConflict() : error
  }
}

async function store(deps: Deps, userId: number, input: Input, requestHash: string): Promise<boolean> {
  const named = await findMessage(deps.db, userId, input.messageId)
  if (named === undefined) throw messageNotFound()
  const questionId = named.reply_to
  if (questionId === null) throw noPreviousUserMessage()
  return deps.db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, named.chat_id)
    if (chat === undefined || chat.deleted_at !== null) throw chatNotFound()
    if ((await findMessage(trx, userId, input.id)) !== undefined) return false
    const before = (await findMessage(trx, userId, input.messageId)) ?? named
    requireNotDeleted(before)
    if (input.continue && before.status !== 'interrupted') throw answerNotBrokenOff()
    const length = before.content.length + before.reasoning.length
    if (input.continue && length > CONTINUED_CHARACTERS) throw tooLongToContinue()
    const newest = await trx
      .selectFrom('messages')
      .select((eb) => eb.fn.max('version').as('version'))
      .where('user_id', '=', userId)
      .where('chat_id', '=', chat.id)
      .where('reply_to', '=', questionId)
      .executeTakeFirst()
    const now = deps.now()
    const seq = chat.last_seq + 1
    // The user sees the branch that this version is written in.
    const moved = before.superseded_by === null ? {} : await movePath(trx, chat, questionId, now)
    const modes = { request_mode: before.request_mode, response_mode: before.response_mode }
    const version = Number(newest?.version ?? 0) + 1
    const begin = input.continue ? before : undefined
    const message = (input.continue ? before.model : null) ?? input.model
    const wantedModel = await selectedModel({ ...deps, db: trx }, userId, { message, chat })
    const answer = { id: input.id, questionId, version, seq, requestHash, modes, begin, wantedModel }
    await insertAnswer(trx, deps, chat, answer, now)
    // The new version is shown, whichever was chosen before.
    const versions = await withoutVersions(trx, chat, [questionId])
    await touchChat(trx, chat, { last_seq: seq, ...moved, versions: JSON.stringify(versions) }, now)
    return true
  })
}
