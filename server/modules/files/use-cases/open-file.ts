import type { Dependencies } from '../../../dependencies.ts'
import { fileNotFound } from '../files.errors.ts'
import { findFile } from '../files.repository.ts'
import { mapStoreError } from './stored-objects.ts'

export interface OpenedFile {
  name: string
  mediaType: string
  /** In bytes; null where it is not known in advance. */
  size: number | null
  content: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** A user's complete file, or its thumbnail (WebP). Throws `not_found`. */
export async function openFile(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  userId: number,
  id: string,
  part: 'content' | 'thumbnail',
): Promise<OpenedFile> {
  const file = await findFile(db, userId, id)
  const object = part === 'content' ? file?.object : file?.thumbnail
  if (file === undefined || object === undefined || object === null) throw fileNotFound()
  const content = await mapStoreError(files.open(object))
  if (content === null) throw fileNotFound()
  const { name, media_type, size } = file
  return part === 'content'
    ? { name, mediaType: media_type, size, content }
    : { name: `${name}.webp`, mediaType: 'image/webp', size: null, content }
}
