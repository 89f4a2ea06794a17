import type { Chat } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../chats.errors.ts'
import { findChat, readChat } from '../chats.repository.ts'

/** Throws `not_found`. */
export async function getChat({ db }: Pick<Dependencies, 'db'>, userId: number, id: string): Promise<Chat> {
  const chat = await findChat(db, userId, id)
  if (chat === undefined) throw chatNotFound()
  return readChat(db, chat)
}
