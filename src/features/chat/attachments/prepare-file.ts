import { recogniseType } from '#contract/files/recognise-type.ts'
import { FILE_MAX, FILE_NAME_MAX } from '#contract/limits.ts'
import { toHex } from '#lib/to-hex.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import type { StoredFile } from '#offline/files/file-copies.ts'
import type { AttachProblem } from './attaching.ts'
import { requestShrink } from './shrink-client.ts'

/** Why a file cannot be attached. */
export class AttachError extends Error {
  override readonly name = 'AttachError'
  readonly code: AttachProblem
  constructor(code: AttachProblem, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

const picture = /^image\/(?!svg)/
/** Some systems give pictures of these kinds no media type. */
const pictureName = /\.(?:jpe?g|png|webp|hei[cf])$/i
/** What is drawn of pictures that may be transparent or have sharp edges; all others become JPEG. */
const drawnAs: Readonly<Record<string, string>> = {
  png: 'image/png',
  apng: 'image/png',
  gif: 'image/png',
  webp: 'image/webp',
  avif: 'image/webp',
}

export const isPicture = ({ type, name }: File): boolean =>
  picture.test(type) || (type === '' && pictureName.test(name))

/**
 * Reads a file and makes what is stored and sent of it: a picture that the browser can read is shrunk and drawn anew,
 * which leaves out its metadata; any other file stays as it is, also an unreadable HEIC picture. Throws AttachError.
 */
export async function prepareFile(file: File, id: string): Promise<{ file: AttachedFile; stored: StoredFile }> {
  if (isPicture(file)) return preparePicture(file, id)
  if (file.size > FILE_MAX) throw new AttachError('file_too_large')
  const bytes = await readBytes(file)
  if (bytes.byteLength === 0) throw new AttachError('file_broken')
  const common = { id, name: nameOf(file.name), size: bytes.byteLength, sha256: await hash(bytes) }
  const media_type = mediaTypeOf(file, bytes)
  return { file: { ...common, media_type, width: null, height: null }, stored: { bytes, thumbnail: null } }
}

async function preparePicture(file: File, id: string) {
  const shrunk = await requestShrink(file, drawnAs[kindOf(file)] ?? 'image/jpeg')
  if (shrunk === null) return prepareUnreadPicture(file, id)
  const { bytes, media_type, width, height, thumbnail } = shrunk
  if (bytes.byteLength > FILE_MAX) throw new AttachError('file_too_large')
  const name = nameOf(withEnding(file.name, media_type))
  const common = { id, name, media_type, size: bytes.byteLength, sha256: await hash(bytes) }
  return { file: { ...common, width, height }, stored: { bytes, thumbnail } }
}

/** The subtype of its media type, or its name's ending where the system gave it none. */
const kindOf = ({ type, name }: File): string =>
  (type === '' ? name.slice(name.lastIndexOf('.') + 1) : type.replace('image/', '')).toLowerCase()

/** A photo of an iPhone in a browser that cannot read it is sent as it is; the server takes no other unknown kind. */
async function prepareUnreadPicture(file: File, id: string) {
  if (file.size > FILE_MAX) throw new AttachError('file_too_large')
  const bytes = await readBytes(file)
  if (recogniseType(new Uint8Array(bytes)) !== 'image/heic') throw new AttachError('unreadable')
  const common = { id, name: nameOf(file.name), size: bytes.byteLength, sha256: await hash(bytes) }
  return {
    file: { ...common, media_type: 'image/heic', width: null, height: null },
    stored: { bytes, thumbnail: null },
  }
}

async function readBytes(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (cause) {
    // The file was moved or changed after it was chosen, or it is a folder.
    throw new AttachError('file_broken', { cause })
  }
}

/** The server decides by the content; what it would refuse for certain is refused here. */
function mediaTypeOf({ type, name }: File, bytes: ArrayBuffer): string {
  const kind = recogniseType(new Uint8Array(bytes))
  if (kind === 'application/pdf') return kind
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) throw new AttachError('file_broken')
  // A picture is sent only after it was drawn anew, without its metadata.
  if (kind !== 'text/plain') throw new AttachError('file_type_unsupported')
  return kind
}

const endings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
}

/** Another kind of picture was made of it, so its name gets another ending. */
function withEnding(name: string, mediaType: string): string {
  if (endings[mediaType]?.test(name)) return name
  const ending = mediaType.replace('image/', '.').replace('jpeg', 'jpg')
  return `${name.replace(/\.\w{1,5}$/, '')}${ending}`
}

/** The end of a long name tells more than its middle. */
function nameOf(name: string): string {
  const given = name.trim() === '' ? 'file' : name
  return given.length <= FILE_NAME_MAX ? given : `${given.slice(0, FILE_NAME_MAX - 20)}${given.slice(-20)}`
}

async function hash(bytes: ArrayBuffer): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
