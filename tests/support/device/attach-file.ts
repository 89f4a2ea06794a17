import { createHash, randomBytes } from 'node:crypto'
import type { CompanionDatabase } from '#offline/database/database.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { addDraftFile } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'

/** Attaches a file, by default of random bytes, to a draft, as the composer does. Returns it with its content. */
export async function attachFile(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  { name = 'a file.txt', size = 1_000, bytes = randomBytes(size) } = {},
): Promise<{ file: AttachedFile; bytes: Buffer }> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { id: newId(), name, media_type: 'text/plain', size: bytes.length, sha256, width: null, height: null }
  const content = new Uint8Array(bytes).buffer
  await addDraftFile(db, userId, draftKey, file, { bytes: content, thumbnail: null })
  return { file, bytes }
}
