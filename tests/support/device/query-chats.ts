import { compareChats } from '#contract/chat-order.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { startingWith } from '#offline/database/starting-with.ts'

/** All chats of a user on a device, in the order of the list. */
export async function queryChats(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  return (await startingWith(db.chats, '[account+last_message_at]', [userId]).toArray()).sort(compareChats)
}
