import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { photoNotFound } from '../photo.errors.ts'
import { findPhoto } from '../photos.repository.ts'
import { photoName } from './photo-path.ts'

/** The WebP bytes of the photo with that file name, the last part of its URL. Throws `not_found`. */
export async function readPhoto(db: Kysely<Database>, file: string): Promise<Uint8Array> {
  const name = photoName(file)
  const content = name === undefined ? undefined : await findPhoto(db, name)
  if (content === undefined) throw photoNotFound()
  return content
}
