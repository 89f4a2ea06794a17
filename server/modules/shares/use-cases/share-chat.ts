import { SHARED_MESSAGES_MAX } from '#contract/limits.ts'
import type { SharedChat, ShareInput } from '#contract/objects/shared-chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newUrlName } from '../../../lib/link-token.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { lockChat } from '../../chats/chat-lock.repository.ts'
import { chatNotFound } from '../../chats/chats.errors.ts'
import { readVersions } from '../../chats/chats.mappers.ts'
import { nothingToShare } from '../shares.errors.ts'
import { toSharedChat } from '../shares.mappers.ts'
import { findShare } from '../shares.repository.ts'

/**
 * Shares the current path of a chat. Only the ids of its messages are stored: messages never change, so the page stays
 * as it is now, and what the user deletes later disappears from it. A link that has not ended stays the same.
 */
export async function shareChat(
  { db, now, config }: Pick<Dependencies, 'config' | 'db' | 'now'>,
  userId: number,
  chatId: string,
  { expires_in_days, with_author, with_scores }: ShareInput,
): Promise<SharedChat> {
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, chatId)
    if (chat === undefined || chat.deleted_at !== null) throw chatNotFound()
    const messages = await trx
      .selectFrom('messages')
      .select(['id', 'role', 'reply_to', 'version'])
      .where('user_id', '=', userId)
      .where('chat_id', '=', chatId)
      .where('superseded_by', 'is', null)
      .where('status', 'in', ['complete', 'interrupted'])
      .orderBy('seq')
      .execute()
    const selected = new Set(readVersions(chat))
    const answers = Map.groupBy(messages, ({ role, reply_to }) => (role === 'assistant' ? reply_to : null))
    const ids = messages.flatMap(({ id, role }) => {
      if (role !== 'user') return []
      const versions = answers.get(id) ?? []
      const answer = versions.find((one) => selected.has(one.id)) ?? newestOf(versions)
      return answer === undefined ? [id] : [id, answer.id]
    })
    if (ids.length === 0) throw nothingToShare()
    const at = now()
    const known = await findShare(trx, userId, chatId)
    const goesOn = known !== undefined && (known.expires_at === null || known.expires_at > isoTime(at))
    const row = {
      user_id: userId,
      chat_id: chatId,
      token: goesOn ? known.token : newUrlName(),
      message_ids: JSON.stringify(ids.slice(-SHARED_MESSAGES_MAX)),
      with_author: with_author ? (1 as const) : (0 as const),
      with_scores: with_scores ? (1 as const) : (0 as const),
      created_at: isoTime(at),
      expires_at: expires_in_days === null ? null : isoTime(at + expires_in_days * DAY_MS),
    }
    const { user_id: _user, chat_id: _chat, ...changed } = row
    await trx
      .insertInto('shared_chats')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'chat_id']).doUpdateSet(changed))
      .execute()
    return toSharedChat({ ...row, title: chat.title }, config.publicUrl)
  })
}

const newestOf = <M extends { version: number }>(versions: readonly M[]): M | undefined =>
  versions.toSorted((one, other) => one.version - other.version).at(-1)
