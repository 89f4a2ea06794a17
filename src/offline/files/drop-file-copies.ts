import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import type { FileRow } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { neededFiles } from './needed-files.ts'

/** Deletes all files that the server has too; returns whether there were any. Runs in the caller's transaction. */
export async function dropFileCopies(db: CompanionDatabase, userId: number): Promise<boolean> {
  const copies = await listCopies(db, userId)
  await dropFiles(db, userId, copies)
  return copies.length > 0
}

/** The files that the server has too, last used first. */
export async function listCopies(db: CompanionDatabase, userId: number): Promise<FileRow[]> {
  const stored = await allOf(db, userId).toArray()
  if (stored.length === 0) return []
  const needed = await neededFiles(db, userId)
  return stored.filter(({ id }) => !needed.has(id)).sort((a, b) => b.used_at - a.used_at)
}

const allOf = (db: CompanionDatabase, userId: number) => startingWith(db.files, '[account+id]', [userId])

/** Deletes files with their content. Runs in the caller's transaction. */
export async function dropFiles(db: CompanionDatabase, userId: number, files: readonly FileRow[]): Promise<void> {
  const keys = files.map(({ id }): OwnedKey => [userId, id])
  await Promise.all([db.files.bulkDelete(keys), db.fileBytes.bulkDelete(keys)])
}
