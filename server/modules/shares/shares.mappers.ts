import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { SharedChat } from '#contract/objects/shared-chat.ts'
import type { SharedChatsTable } from '../../db/schema/schema-shares.ts'

/** The path of shared pages below the server's origin. */
export const SHARED_PATH = '/share/'

/** `title`: that of the chat now, so that renaming the chat renames the page. */
export type SharedChatRow = Selectable<SharedChatsTable> & { title: string }

const Ids = v.array(v.string())

/** The ids of the messages on a shared page, in their order. */
export const readMessageIds = ({ message_ids }: Pick<SharedChatRow, 'message_ids'>): string[] =>
  v.parse(Ids, JSON.parse(message_ids))

export function toSharedChat(row: SharedChatRow, publicUrl: string): SharedChat {
  return {
    chat: row.chat_id,
    title: row.title,
    url: `${publicUrl}${SHARED_PATH}${row.token}`,
    expires_at: row.expires_at,
    created_at: row.created_at,
    messages: readMessageIds(row).length,
    with_author: row.with_author === 1,
    with_scores: row.with_scores === 1,
  }
}
