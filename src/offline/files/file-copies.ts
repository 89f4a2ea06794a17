import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import type { Thumbnail } from '../database/rows.ts'
import { isStorageFull } from '../database/storage-errors.ts'
import { writeAs, writeIfSpace } from '../database/write-as.ts'
import { dropFiles, listCopies } from './drop-file-copies.ts'

/** The most bytes of files on this device that the server has too. */
const COPIES_MAX = 64 * 1024 * 1024

/** What is stored of a file: the content, null when only the thumbnail is here, and the thumbnail of a picture. */
export interface StoredFile {
  bytes: ArrayBuffer | null
  thumbnail: Thumbnail | null
}

/** Reads the content of a file; undefined when it is not on this device. */
export async function readFile(db: CompanionDatabase, userId: number, id: string): Promise<StoredFile | undefined> {
  return db.fileBytes.get([userId, id])
}

/**
 * Stores a file of the server for its message, so that it opens offline. A full disk is no failure, and the texts of
 * chats are not evicted for it.
 */
export async function saveFileCopy(
  db: CompanionDatabase,
  userId: number,
  { id, message, ...part }: { id: string; message: string } & Partial<StoredFile>,
): Promise<void> {
  try {
    await writeIfSpace(db, userId, [db.files, db.fileBytes], async () => {
      const stored = await db.fileBytes.get([userId, id])
      const { bytes, thumbnail } = { bytes: null, thumbnail: null, ...stored, ...part }
      const size = (bytes?.byteLength ?? 0) + (thumbnail?.bytes.byteLength ?? 0)
      await db.fileBytes.put({ userId, id, bytes, thumbnail })
      await db.files.put({ userId, id, message, size, used_at: Date.now() })
    })
  } catch (error) {
    if (!isStorageFull(error)) throw error
  }
}

/**
 * Deletes the files of messages that are no longer here, then those used longest ago beyond COPIES_MAX. Files of drafts
 * and unsent messages stay.
 */
export async function pruneFiles(db: CompanionDatabase, userId: number): Promise<void> {
  const tables = [db.files, db.fileBytes, db.outbox, db.drafts, db.messages, db.deletedChats]
  await writeAs(db, userId, tables, async () => {
    const copies = await listCopies(db, userId)
    // The usual case: this runs after every sync.
    if (copies.length === 0) return
    const messages = await db.messages.bulkGet(copies.map(({ message }): OwnedKey => [userId, message ?? '']))
    let left = COPIES_MAX
    const gone = copies.filter(({ size }, index) => {
      const message = messages[index]
      if (!message || message.status === 'deleted') return true
      left -= size
      return left < 0
    })
    await dropFiles(db, userId, gone)
  })
}
