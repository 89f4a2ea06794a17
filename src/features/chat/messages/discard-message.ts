import { database } from '#offline/database.ts'
import { readDraft, saveDraft } from '#offline/drafts.ts'
import { discard } from '#offline/outbox-choices.ts'

/** Gives up an unsent message and its words; the draft of the chat stays as it is. */
export async function discardMessage(account: number, chat: string, message: string): Promise<void> {
  const db = database()
  const draft = await readDraft(db, account, chat)
  if (await discard(db, message)) await saveDraft(db, account, chat, draft)
}
