import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { MessageInput } from '#contract/endpoints/chats.ts'
import { isTitleOf } from '#contract/is-title-of.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import { previewOf, titleFrom } from '#contract/title-and-preview.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { fieldError } from '../../../lib/errors.ts'
import { requestHash } from '../../../lib/request-hash.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { filesMissing } from '../../files/files.errors.ts'
import { attachFiles, fileIdsOf } from '../../files/files.repository.ts'
import { selectedModel } from '../../models/use-cases/resolve-model.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { chatNotFound, idConflict, invalidMessageOrChat, messageDeleted } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { findFirstExchange } from '../exchanges.repository.ts'
import { GENERATIONS_TOPIC, queuedNotification } from '../generations/topics.ts'
import { isWithdrawn } from '../tombstones.repository.ts'
import { branchOff, findEdited, findNewestEdit, findParent } from './branch-off.ts'
import { notifyUnfinished, type Unfinished } from './end-unfinished.ts'
import { insertAnswer, touchChat } from './insert-answer.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'models' | 'now'>

const nothing: Unfinished = { ended: [], stopping: [] }

/**
 * Stores a question, its empty answer and the generation in one transaction; an edited question begins a new branch,
 * any other is added at the end of the path of its `parent`. A repeat returns the stored exchange (the id is the
 * idempotency key), whatever its state or the subscription's; `requireQuota` is called only for a new question and
 * throws `subscription_required` or `limit_reached`. A message that was deleted before it arrived is not stored.
 */
export async function sendMessage(
  deps: Deps,
  userId: number,
  input: MessageInput,
  requireQuota: () => Promise<void>,
): Promise<Exchange> {
  const { replaces } = input
  const hash = hashOfMessage(input)
  const content = cleanText(input.content)
  const hasFiles = input.files !== undefined && input.files.length > 0
  if (content.trim() === '' && !hasFiles) throw fieldError('content', 'content_required')
  const known = await findMessage(deps.db, userId, input.id)
  if (known !== undefined) return storedExchange(deps.db, known, hash)
  await requireQuota()
  const answerId = uuidv7()
  const stored = await deps.db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, input.chat)
    if (chat === undefined || chat.deleted_at !== null) throw chatNotFound()
    // A concurrent request stored it first: the path, which may have moved since, stays where it is.
    if ((await findMessage(trx, userId, input.id)) !== undefined) return null
    // Its user deleted it while this request was delayed on the network.
    if (await isWithdrawn(trx, userId, input.id)) throw messageDeleted()
    const now = deps.now()
    const edited = replaces === undefined ? undefined : await findEdited(trx, chat, replaces, now)
    const above = edited
      ? { parent: edited.parent, replaces: await findNewestEdit(trx, edited) }
      : { parent: await findParent(trx, chat, input.parent, now), replaces: null }
    const seq = chat.last_seq + 1
    const modes = { request_mode: input.request_mode, response_mode: input.response_mode }
    const inserted = await trx
      .insertInto('messages')
      .values({
        ...modes,
        user_id: userId,
        id: input.id,
        chat_id: chat.id,
        role: 'user',
        content,
        status: 'complete',
        reasoning: '',
        search: input.search ? 1 : 0,
        seq,
        version: 1,
        ...above,
        request_hash: hash,
        created_at: isoTime(now),
        updated_at: isoTime(now),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // A concurrent request inserted the same id in another chat first.
    if (inserted === undefined) return null
    const files = input.files ?? (edited === undefined ? [] : await fileIdsOf(trx, userId, edited.id))
    if (!(await attachFiles(trx, { userId, messageId: input.id }, files))) throw filesMissing()
    const endedOnOldPath = edited && (await branchOff(trx, chat, { from: edited, by: input.id, now }))
    const wantedModel = await selectedModel({ ...deps, db: trx }, userId, { message: input.model, chat })
    const answer = { id: answerId, questionId: input.id, version: 1, seq: seq + 1, requestHash: '', modes, wantedModel }
    await insertAnswer(trx, deps, chat, answer, now)
    await putSearchEntry(trx, { userId, chatId: chat.id, messageId: input.id }, content)
    const unnamed = chat.title === '' && chat.is_titled === 0
    const named = edited !== undefined && isTitleOf(chat.title, edited.content)
    const title = unnamed || named ? { title: titleFrom(content) } : {}
    // The new question is the newest of the chat.
    await touchChat(trx, chat, { last_seq: seq + 1, preview: previewOf(content), path: null, ...title }, now)
    return endedOnOldPath ?? nothing
  })
  if (stored !== null) {
    await notifyUnfinished(deps, stored)
    await deps.bus.publish(GENERATIONS_TOPIC, queuedNotification(answerId))
  }
  const question = await findMessage(deps.db, userId, input.id)
  if (question === undefined) throw chatNotFound()
  return storedExchange(deps.db, question, hash)
}

/** The hash of what a message says, by which a repeated request is told from another one with the same id. */
function hashOfMessage(input: MessageInput): string {
  const { replaces, parent } = input
  const edit = replaces === undefined ? [] : [replaces]
  const search = input.search ? ['search'] : []
  const below = parent === undefined ? [] : ['below', parent]
  const attached = input.files === undefined ? [] : ['files', ...input.files]
  const modesGiven = [input.request_mode, input.response_mode]
  const model = input.model === undefined ? [] : ['model', input.model]
  const sent = [input.chat, input.content, ...modesGiven, ...edit, ...search, ...below, ...attached, ...model]
  return requestHash('send', sent)
}

async function storedExchange(db: Kysely<Database>, known: MessageRow, hash: string): Promise<Exchange> {
  if (known.role !== 'user') throw invalidMessageOrChat()
  if (known.request_hash !== hash) throw idConflict()
  const exchange = await findFirstExchange(db, known)
  if (exchange === undefined) throw chatNotFound()
  return exchange
}
