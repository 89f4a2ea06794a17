import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { FILE_CHUNK_MAX, FILE_NAME_MAX } from '../limits.ts'
import { File, Upload } from '../objects/file.ts'
import { CountParam, says, Uuid, UuidParams, withoutInvisible } from '../primitives.ts'

export const FileInput = v.object({
  id: Uuid,
  sha256: v.pipe(v.string(says('required')), v.toLowerCase(), v.regex(/^[0-9a-f]{64}$/, says('invalid'))),
  /** In bytes. */
  size: v.pipe(v.number(says('required')), v.safeInteger(says('invalid')), v.minValue(0, says('invalid'))),
  name: v.pipe(
    v.string(says('name_required')),
    v.maxLength(FILE_NAME_MAX, says('too_long')),
    // Half of a surrogate pair, which databases replace, would make the name differ from the stored one.
    v.transform((name) => withoutInvisible(name).toWellFormed()),
    v.trim(),
    v.nonEmpty(says('name_required')),
  ),
  /** The type as the client knows it, or an empty string; the server decides by the content. */
  media_type: v.pipe(v.string(says('invalid')), v.maxLength(100, says('too_long'))),
})
export type FileInput = v.InferOutput<typeof FileInput>

/** Errors of the check that follows the last chunk. A file that is refused is deleted and may be uploaded again. */
const refusals = ['file_type_unsupported', 'file_broken', 'file_encrypted', 'file_too_large', 'file_changed'] as const

export const createFile = endpoint({
  method: 'POST',
  path: '/companion/files/',
  summary:
    'Begins an upload under the id that the client chose, or says where it goes on (202); complete at once when this person has the same content (201); a repeat of a complete one returns it (200)',
  access: 'user',
  body: FileInput,
  responses: { 201: File, 200: File, 202: Upload },
  errors: ['id_conflict', 'files_full', ...refusals],
})

export const uploadChunk = endpoint({
  method: 'PATCH',
  path: '/companion/files/{id}/',
  summary:
    'Adds a chunk at the offset that the upload has reached (202); the last one completes the file (201, a repeat 200). Any other offset is a conflict: create the file again to learn where to go on',
  access: 'user',
  params: UuidParams,
  query: v.object({ offset: CountParam(0, 999_999_999) }),
  body: v.instance(Blob),
  bodyType: 'raw',
  bodyMax: FILE_CHUNK_MAX,
  responses: { 201: File, 200: File, 202: Upload },
  errors: ['not_found', 'conflict', ...refusals],
})

export const getFile = endpoint({
  method: 'GET',
  path: '/companion/files/{id}/',
  summary: 'The content of a file; all but pictures as a download',
  access: 'user',
  params: UuidParams,
  responses: { 200: 'file' },
  errors: ['not_found'],
})

export const getFileThumbnail = endpoint({
  method: 'GET',
  path: '/companion/files/{id}/thumbnail/',
  summary: 'A small WebP of a picture',
  access: 'user',
  params: UuidParams,
  responses: { 200: 'file' },
  errors: ['not_found'],
})
