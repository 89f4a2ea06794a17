import type { CompanionDatabase } from './database.ts'

/**
 * Takes over that the server has no such chat. A chat with something unsent or a draft stays in the
 * list without its messages, as one of this device only. Runs in the caller's transaction.
 */
export async function removeServerChat(db: CompanionDatabase, account: number, chat: string): Promise<void> {
  const row = await db.chats.get([account, chat])
  const unsent = await db.outbox.where('[account+chat]').equals([account, chat]).count()
  const draft = await db.drafts.get([account, chat])
  await db.messages.where('[account+chat+seq]').between([account, chat, 0], [account, chat, Infinity]).delete()
  if (row && (unsent > 0 || draft)) await db.chats.put({ ...row, local: true })
  else await db.chats.delete([account, chat])
}
