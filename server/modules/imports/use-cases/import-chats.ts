import type { Kysely } from 'kysely'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { importChats as call, ImportedChat } from '#contract/endpoints/import.ts'
import { titleFrom } from '#contract/title-and-preview.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/errors.ts'
import { requestHash } from '../../../lib/request-hash.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { type ChatRow, lockChat } from '../../chats/chat-lock.repository.ts'
import { invalidMessageOrChat } from '../../chats/chats.errors.ts'
import { selectCurrentQuestions } from '../../chats/path.repository.ts'
import { hasTombstone } from '../../chats/tombstones.repository.ts'
import { movePath } from '../../chats/use-cases/move-path.ts'
import { selectVersions } from '../../chats/use-cases/select-versions.ts'
import { expiryOf } from '../../profile/chat-expiry.repository.ts'
import { insertImported } from './insert-imported.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>
type Portion = BodyOf<typeof call>
type Result = ResponseOf<typeof call>['results'][number]

/**
 * Stores the chats of one portion, each in its own transaction, so that others write in between. What is stored already
 * is skipped, so a repeat changes nothing. Asks no model, queues no scoring and counts no tokens.
 */
export async function importChats(deps: Deps, userId: number, portion: Portion): Promise<Result[]> {
  const results: Result[] = []
  for (const chat of portion.chats) {
    try {
      results.push(await deps.db.transaction().execute((trx) => importChat(trx, deps, { userId, portion, chat })))
    } catch (error) {
      // One chat that makes no sense does not stop the others.
      if (!(error instanceof AppError) || error.code !== 'invalid_message_or_chat') throw error
      results.push({ id: chat.id, state: 'refused', added: 0 })
    }
  }
  return results
}

async function importChat(
  trx: Kysely<Database>,
  deps: Deps,
  { userId, portion, chat: given }: { userId: number; portion: Portion; chat: ImportedChat },
): Promise<Result> {
  const { id } = given
  const now = deps.now()
  const created = await createUnlessKnown(trx, userId, given, { again: portion.again ?? false, now })
  if (created === 'erased') return { id, state: 'erased', added: 0 }
  const chat = await lockChat(trx, userId, id)
  if (chat === undefined) throw invalidMessageOrChat()
  if (chat.deleted_at !== null) return { id, state: 'deleted', added: 0 }
  const continued = await continuedHere(trx, chat)
  const added = await insertImported(trx, chat, { source: portion.source, messages: given.messages, now })
  if (added.count > 0 || created) await updateChat(trx, chat, given, { continued, added, now })
  return { id, state: created ? 'created' : 'known', added: added.count }
}

/**
 * Creates the chat, and returns whether it did. `erased`: the user has deleted this chat for good, and the import was
 * not told to bring such chats back.
 */
async function createUnlessKnown(
  trx: Kysely<Database>,
  userId: number,
  chat: ImportedChat,
  { again, now }: { again: boolean; now: number },
): Promise<boolean | 'erased'> {
  const isErased = await hasTombstone(trx, userId, chat.id)
  if (isErased && !again) return 'erased'
  const tombstone = { user_id: userId, kind: 'chat' as const, id: chat.id }
  if (isErased)
    await trx
      .deleteFrom('deletions')
      .where((eb) => eb.and(tombstone))
      .execute()
  const first = chat.messages.find(({ role }) => role === 'user') ?? chat.messages[0]
  const title = cleanText(chat.title)
  const time = isoTime(Math.min(Date.parse(chat.created_at), now))
  const name = title === '' ? titleFrom(cleanText(first?.content ?? '')) : title
  const inserted = await trx
    .insertInto('chats')
    .values({
      user_id: userId,
      id: chat.id,
      title: name,
      is_titled: title === '' ? 0 : 1,
      folder_id: null,
      is_saved: chat.is_saved ? 1 : 0,
      is_pinned: chat.is_pinned ? 1 : 0,
      is_archived: chat.is_archived ? 1 : 0,
      expires_at: chat.is_saved ? null : await expiryOf(trx, userId, now),
      preview: '',
      last_seq: 0,
      request_hash: requestHash('import', [chat.id]),
      created_at: time,
      updated_at: isoTime(now),
      last_message_at: time,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await putSearchEntry(trx, { userId, chatId: chat.id }, name)
  return true
}

/**
 * The newest question of the current path, without deleted ones, when it was asked in this product and not imported:
 * the path then stays, so that the chat goes on where its user has written last.
 */
async function continuedHere(trx: Kysely<Database>, chat: ChatRow): Promise<string | undefined> {
  const newest = await selectCurrentQuestions(trx, chat)
    .where('status', '!=', 'deleted')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.imported_from === null ? newest.id : undefined
}

/**
 * Sets the current path, the chosen versions and the position in the list after messages were added. New messages start
 * the chat's expiry again, as those that are written here do.
 */
async function updateChat(
  trx: Kysely<Database>,
  chat: ChatRow,
  given: ImportedChat,
  { continued, added, now }: { continued: string | undefined; added: { count: number; newest: string }; now: number },
): Promise<void> {
  const wanted = [...(given.versions ?? []), ...(given.path ? [given.path] : [])]
  const stored = new Set(await storedOf(trx, chat, wanted))
  const through = continued ?? (given.path && stored.has(given.path) ? given.path : null)
  const path = await movePath(trx, chat, through, now)
  const selected = (given.versions ?? []).filter((version) => stored.has(version))
  const versions = selected.length === 0 ? {} : { versions: await selectVersions(trx, chat, selected) }
  const expires_at = chat.is_saved === 1 ? null : await expiryOf(trx, chat.user_id, now)
  await trx
    .updateTable('chats')
    .set({
      ...path,
      ...versions,
      ...(added.count > 0 ? { expires_at, expires_warned_at: null } : {}),
      last_seq: chat.last_seq + added.count,
      last_message_at: added.newest > chat.last_message_at ? added.newest : chat.last_message_at,
      updated_at: notBack(isoTime(now)),
    })
    .where('user_id', '=', chat.user_id)
    .where('id', '=', chat.id)
    .execute()
}

async function storedOf(trx: Kysely<Database>, chat: ChatRow, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}
