import type { CompanionDatabase } from '../database/database.ts'
import type { AttachedFile, FileRow } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import type { StoredFile } from './file-copies.ts'

/**
 * The row of the drafts with the files of a draft. It is apart from the text, which a closing page overwrites without
 * reading it.
 */
const filesKey = (draftKey: string): string => `${draftKey}/files`

/** The key of the draft whose files a row has. */
export const draftOfFiles = (key: string): string => key.slice(0, -filesKey('').length)

/** The files of a draft in the order in which they are sent. Use inside `liveQuery`. */
export async function readDraftFiles(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
): Promise<readonly AttachedFile[]> {
  return (await db.drafts.get([userId, filesKey(draftKey)]))?.files ?? []
}

/** Replaces the list of a draft's files; an empty one deletes the row. Runs in the caller's transaction. */
async function putDraftFiles(db: CompanionDatabase, userId: number, draftKey: string, files: AttachedFile[]) {
  const key = filesKey(draftKey)
  if (files.length === 0) await db.drafts.delete([userId, key])
  else await db.drafts.put({ userId, draftKey: key, text: '', files, updated_at: Date.now() })
}

/**
 * Adds a file to the end of a draft, with its content in the same transaction. StorageFullError: nothing was stored.
 */
export async function addDraftFile(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  file: AttachedFile,
  { bytes, thumbnail }: StoredFile,
): Promise<void> {
  const size = (bytes?.byteLength ?? 0) + (thumbnail?.bytes.byteLength ?? 0)
  const row: FileRow = { userId, id: file.id, message: null, size, used_at: Date.now() }
  await writeAs(db, userId, [db.drafts, db.files, db.fileBytes], async () => {
    await db.fileBytes.put({ userId, id: file.id, bytes, thumbnail })
    await db.files.put(row)
    await appendDraftFiles(db, userId, draftKey, [file])
  })
}

/** Adds files whose content is stored already, after those that are there. Runs in the caller's transaction. */
export async function appendDraftFiles(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  files: readonly AttachedFile[],
): Promise<void> {
  if (files.length === 0) return
  const before = await readDraftFiles(db, userId, draftKey)
  const known = new Set(before.map(({ id }) => id))
  await putDraftFiles(db, userId, draftKey, [...before, ...files.filter(({ id }) => !known.has(id))])
}

/** Takes files out of a draft and leaves their content, which a message or another draft names from now on. */
export async function takeDraftFiles(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  const before = await readDraftFiles(db, userId, draftKey)
  if (before.length === 0) return
  const rest = before.filter(({ id }) => !ids.has(id))
  await putDraftFiles(db, userId, draftKey, rest)
}

/** Removes files from a draft, with their content. */
export async function deleteDraftFiles(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  ids: readonly string[],
): Promise<void> {
  await writeAs(db, userId, [db.drafts, db.files, db.fileBytes], async () => {
    await takeDraftFiles(db, userId, draftKey, new Set(ids))
    for (const id of ids) {
      await db.files.delete([userId, id])
      await db.fileBytes.delete([userId, id])
    }
  })
}

/** Moves a file of a draft by a number of places; past an end it stays there. */
export async function moveDraftFile(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  id: string,
  by: number,
): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const before = await readDraftFiles(db, userId, draftKey)
    const from = before.findIndex((file) => file.id === id)
    const moved = before[from]
    if (!moved) return
    const others = before.filter((file) => file.id !== id)
    const to = Math.max(0, Math.min(others.length, from + by))
    await putDraftFiles(db, userId, draftKey, others.toSpliced(to, 0, moved))
  })
}
