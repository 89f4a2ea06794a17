import type { CompanionDatabase } from './database.ts'
import { chatOfDraft } from './drafts.ts'

const gone = { code: 'not_found', status: 404, message: 'Chat not found' }

/**
 * Takes over that the server has no such chat. A chat with something unsent or a draft stays in the
 * list without its messages, as one of this device only; messages that waited for it have failed, with
 * their text. Runs in the caller's transaction.
 */
export async function removeServerChat(db: CompanionDatabase, account: number, chat: string): Promise<void> {
  const row = await db.chats.get([account, chat])
  const entries = () => db.outbox.where('[account+chat]').equals([account, chat])
  // Nothing typed is in them, and there is nothing left that they could change.
  await entries()
    .filter((entry) => entry.kind === 'chat.update' && entry.body.title === undefined && entry.state !== 'sending')
    .delete()
  const creating = await entries()
    .filter(({ kind }) => kind === 'chat.create')
    .count()
  if (creating === 0) {
    await entries()
      .filter(({ kind, state }) => state === 'waiting' && (kind === 'message.send' || kind === 'chat.update'))
      .modify({ state: 'failed', error: gone, lease: null })
  }
  const unsent = await entries().count()
  const drafts = await db.drafts
    .where('[account+chat]')
    .between([account, chat], [account, `${chat}\uffff`])
    .filter((draft) => chatOfDraft(draft.chat) === chat)
    .count()
  await db.messages.where('[account+chat+seq]').between([account, chat, 0], [account, chat, Infinity]).delete()
  if (row && (unsent > 0 || drafts > 0)) await db.chats.put({ ...row, local: true })
  else await db.chats.delete([account, chat])
}
