import type { CompanionDatabase } from '../database/database.ts'
import { writeAs } from '../database/write-as.ts'
import { readDraft, saveDraft } from './drafts.ts'

/**
 * A draft is one text per user and chat, shared by all tabs: last writer wins. A text that this would overwrite unseen
 * is stashed for the same chat until the user inserts or deletes it.
 */
export interface StoredDrafts {
  text: string
  /** The stashed text; empty when there is none. */
  stashed: string
}

/** The key of the stash row in the table of drafts; it is no chat's id. */
const stashKey = (chatId: string): string => `${chatId}/aside`

/** Reads the draft and the stashed text. Use inside `liveQuery`. */
export async function readStoredDrafts(db: CompanionDatabase, userId: number, chatId: string): Promise<StoredDrafts> {
  const [draft, stashed] = await db.drafts.bulkGet([
    [userId, chatId],
    [userId, stashKey(chatId)],
  ])
  return { text: draft?.text ?? '', stashed: stashed?.text ?? '' }
}

/** Stores what was typed over the text `seen`; if another text was stored in between, that text is stashed. */
export async function saveOrStashDraft(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  { text, seen }: { text: string; seen: string },
): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const stored = await readDraft(db, userId, chatId)
    if (stored !== seen && !text.includes(stored)) await stashDraft(db, userId, chatId, stored, text)
    await saveDraft(db, userId, chatId, text)
  })
}

/** Appends a text to the stash; texts that the stash or `shown` contains already are not repeated. */
export async function stashDraft(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  text: string,
  shown = '',
): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const before = await readDraft(db, userId, stashKey(chatId))
    const parts = [shown.includes(before) ? '' : before, before.includes(text) ? '' : text]
    await saveDraft(db, userId, stashKey(chatId), joinTexts(parts))
  })
}

/** Appends the stashed text to the draft. */
export async function restoreStash(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const { text, stashed } = await readStoredDrafts(db, userId, chatId)
    await saveDraft(db, userId, chatId, joinTexts([text, stashed]))
    await deleteStash(db, userId, chatId)
  })
}

export function deleteStash(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  return saveDraft(db, userId, stashKey(chatId), '')
}

/** Appends a text from another app to the draft, once. */
export async function addToDraft(db: CompanionDatabase, userId: number, chatId: string, text: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const before = await readDraft(db, userId, chatId)
    if (text !== '' && !before.endsWith(text)) await saveDraft(db, userId, chatId, joinTexts([before, text]))
  })
}

export function joinTexts(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
