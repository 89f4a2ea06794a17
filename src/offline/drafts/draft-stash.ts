import type { CompanionDatabase } from '../database/database.ts'
import type { AttachedFile } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { appendDraftFiles, deleteDraftFiles, readDraftFiles, takeDraftFiles } from '../files/draft-files.ts'
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
export const stashKey = (chatId: string): string => `${chatId}/aside`

/** Reads the draft and the stashed text. Use inside `liveQuery`. */
export async function readStoredDrafts(db: CompanionDatabase, userId: number, chatId: string): Promise<StoredDrafts> {
  const [draft, stashed] = await db.drafts.bulkGet([
    [userId, chatId],
    [userId, stashKey(chatId)],
  ])
  return { text: draft?.text ?? '', stashed: stashed?.text ?? '' }
}

/** The files of the draft, and those that were stashed. */
export interface DraftedFiles {
  files: readonly AttachedFile[]
  stashedFiles: readonly AttachedFile[]
}

/** Reads the files likewise. */
export async function readDraftedFiles(db: CompanionDatabase, userId: number, chatId: string): Promise<DraftedFiles> {
  const [files, stashedFiles] = await Promise.all([
    readDraftFiles(db, userId, chatId),
    readDraftFiles(db, userId, stashKey(chatId)),
  ])
  return { files, stashedFiles }
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

/** Moves files of a draft to its stash. Runs in the caller's transaction. */
export async function stashDraftFiles(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  const files = await readDraftFiles(db, userId, chatId)
  const moved = files.filter(({ id }) => ids.has(id))
  await takeDraftFiles(db, userId, chatId, ids)
  await appendDraftFiles(db, userId, stashKey(chatId), moved)
}

/** Appends the stashed text and files to the draft. */
export async function restoreStash(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const { text, stashed } = await readStoredDrafts(db, userId, chatId)
    const stashedFiles = await readDraftFiles(db, userId, stashKey(chatId))
    await saveDraft(db, userId, chatId, joinTexts([text, stashed]))
    await saveDraft(db, userId, stashKey(chatId), '')
    await appendDraftFiles(db, userId, chatId, stashedFiles)
    await takeDraftFiles(db, userId, stashKey(chatId), new Set(stashedFiles.map(({ id }) => id)))
  })
}

export async function deleteStash(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const key = stashKey(chatId)
  await writeAs(db, userId, [db.drafts, db.files, db.fileBytes], async () => {
    await saveDraft(db, userId, key, '')
    const files = await readDraftFiles(db, userId, key)
    const ids = files.map(({ id }) => id)
    await deleteDraftFiles(db, userId, key, ids)
  })
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
