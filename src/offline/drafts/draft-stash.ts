import type { CompanionDatabase } from '../database/database.ts'
import { writeAs } from '../database/write-as.ts'
import { readDraft, saveDraft } from './drafts.ts'

/**
 * The rule of drafts: one text for each person and chat, shown by every tab. What is typed last is that text; a text
 * that it would have overwritten unseen is set aside for the same chat, and stays until the person uses or deletes it.
 */
export interface StoredDrafts {
  text: string
  /** What was set aside; empty when nothing was. */
  stashed: string
}

/** Rows of what was set aside stand in the same table, under a key that is no chat's. */
const stashKey = (chatId: string): string => `${chatId}/aside`

/** Draft and what was set aside. Live inside `liveQuery`. */
export async function readStoredDrafts(db: CompanionDatabase, userId: number, chatId: string): Promise<StoredDrafts> {
  const [draft, stashed] = await db.drafts.bulkGet([
    [userId, chatId],
    [userId, stashKey(chatId)],
  ])
  return { text: draft?.text ?? '', stashed: stashed?.text ?? '' }
}

/** Keeps what is typed by somebody who last saw `seen`: another text that came in between is set aside. */
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

/** Sets a text aside, behind what was before; what `shown` holds anyway is not kept twice. */
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

/** Adds what was set aside to the draft. */
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

/** Adds a text that came from elsewhere (another app) to the draft, once. */
export async function addToDraft(db: CompanionDatabase, userId: number, chatId: string, text: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const before = await readDraft(db, userId, chatId)
    if (text !== '' && !before.endsWith(text)) await saveDraft(db, userId, chatId, joinTexts([before, text]))
  })
}

export function joinTexts(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
