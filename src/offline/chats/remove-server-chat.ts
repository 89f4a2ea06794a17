import type { CompanionDatabase } from '../database/database.ts'
import { dropMessages } from '../database/removable-chats.ts'
import { chatOfDraft } from '../drafts/draft-key.ts'

const gone = { code: 'not_found', status: 404, message: 'Chat not found' }

/**
 * Takes over that the server has no such chat. A chat with something unsent or a draft stays in the
 * list without its messages, as one of this device only; messages that waited for it, and a title that was typed,
 * have failed, with their text. Runs in the caller's transaction.
 */
export async function removeServerChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const row = await db.chats.get([userId, chatId])
  const entries = () => db.outbox.where('[account+chat]').equals([userId, chatId])
  // Nothing typed is in them, and there is nothing left that they could change.
  await entries()
    .filter(({ kind, state }) => kind === 'message.delete' && state !== 'sending')
    .delete()
  await entries()
    .filter((entry) => entry.kind === 'chat.update' && entry.body.title === undefined && entry.state !== 'sending')
    .delete()
  await entries()
    .filter(({ kind }) => kind === 'chat.delete')
    .modify((entry) => {
      if (entry.kind === 'chat.delete' && entry.bin) entry.bin.gone = true
    })
  const creating = await entries()
    .filter(({ kind }) => kind === 'chat.create')
    .count()
  if (creating === 0) {
    await entries()
      .filter(({ kind, state }) => state === 'waiting' && (kind === 'message.send' || kind === 'chat.update'))
      .modify({ state: 'failed', error: gone, lease: null, told: false })
  }
  await dropMessages(db, userId, chatId)
  if (!row) return
  // Nothing of the server is left to show again.
  const { server: _, ...own } = row
  await db.chats.put({ ...own, local: true })
  await forgetGoneChat(db, userId, chatId)
}

/** Lets go of a chat that is on this device only once nothing in it is unsent or a draft. Runs in the caller's transaction. */
export async function forgetGoneChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const row = await db.chats.get([userId, chatId])
  if (!row?.local) return
  const unsent = await db.outbox.where('[account+chat]').equals([userId, chatId]).count()
  const drafts = await db.drafts
    .where('[account+chat]')
    .between([userId, chatId], [userId, `${chatId}\uffff`])
    .filter((draft) => chatOfDraft(draft.draftKey) === chatId)
    .count()
  if (unsent + drafts === 0) await db.chats.delete([userId, chatId])
}
