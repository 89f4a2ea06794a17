import type { CompanionDatabase } from '../database/database.ts'
import { dropMessages } from '../database/removable-chats.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { chatOfDraftKey } from '../drafts/draft-key.ts'

const untyped: OutboxEntry['kind'][] = [
  'message.delete',
  'message.feedback',
  'exchange.offer',
  'exchange.withdraw',
  'chat.restore',
  'chat.erase',
]
const gone = { code: 'not_found', status: 404, message: 'Chat not found' }

/**
 * Handles a chat that the server does not have in its list any more. If it has unsent entries or a draft, the chat
 * stays in the list without its messages, as a local chat; its waiting messages and a typed title become failed entries
 * that keep their text. Runs in the caller's transaction.
 */
export async function removeServerChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const row = await db.chats.get([userId, chatId])
  const entries = () => db.outbox.where('[account+chat]').equals([userId, chatId])
  // These entries contain no text of the chat, or a copy of one, and what they would change no longer exists.
  await entries()
    .filter(({ kind, state }) => untyped.includes(kind) && state !== 'sending')
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
  // Without `server` no later refusal can show the deleted version again.
  const { server: _, ...own } = row
  await db.chats.put({ ...own, local: true })
  await forgetGoneChat(db, userId, chatId)
}

/** Removes a local chat once it has neither unsent entries nor a draft. Runs in the caller's transaction. */
export async function forgetGoneChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const row = await db.chats.get([userId, chatId])
  if (!row?.local) return
  const unsent = await db.outbox.where('[account+chat]').equals([userId, chatId]).count()
  if (unsent + (await countDrafts(db, userId, chatId)) === 0) await db.chats.delete([userId, chatId])
}

/** Runs in the caller's transaction. */
export function countDrafts(db: CompanionDatabase, userId: number, chatId: string): Promise<number> {
  return db.drafts
    .where('[account+chat]')
    .between([userId, chatId], [userId, `${chatId}\uffff`])
    .filter((draft) => chatOfDraftKey(draft.draftKey) === chatId)
    .count()
}

/**
 * Handles a chat that the server has deleted for good, like `removeServerChat`, also one in Recently deleted. One that
 * the server never had stays there.
 */
export async function endServerChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  await db.deletedChats
    .where('[account+id]')
    .equals([userId, chatId])
    .filter(({ local }) => local !== true)
    .delete()
  await removeServerChat(db, userId, chatId)
}
