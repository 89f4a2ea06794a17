import * as v from 'valibot'
import { MESSAGE_FILES_MAX } from '../limits.ts'
import { boundedArray, Count, says, Uuid } from '../primitives.ts'

/** The media types that the server recognises by content; all text and code is `text/plain`. */
const fileMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf', 'text/plain'] as const
export type FileMediaType = (typeof fileMediaTypes)[number]

/** A completely uploaded file of its owner; `size` in bytes, `sha256` in lower-case hexadecimal digits. */
export const File = v.object({
  id: Uuid,
  name: v.string(),
  /** A FileMediaType, or one of a newer server. */
  media_type: v.string(),
  size: Count,
  sha256: v.string(),
  /** In pixels, as the picture is shown; null of other files and where they are not known. */
  width: v.nullable(Count),
  height: v.nullable(Count),
  /** Paths on this server, which answer to the owner's access token only. */
  url: v.string(),
  thumbnail_url: v.nullable(v.string()),
})
export type File = v.InferOutput<typeof File>

/** An upload that is not complete: the next chunk begins at `offset`, in bytes. */
export const Upload = v.object({ id: Uuid, offset: Count })
export type Upload = v.InferOutput<typeof Upload>

/** The files of a message by their ids, each once. */
export const FileIds = v.pipe(
  boundedArray(Uuid, MESSAGE_FILES_MAX, { tooMany: 'files_max' }),
  v.check((ids) => new Set(ids).size === ids.length, says('files_repeated')),
)
