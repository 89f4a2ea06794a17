import { decodeText, recogniseType } from '#contract/files/recognise-type.ts'
import { PICTURE_PIXELS_MAX, THUMBNAIL_SIDE } from '#contract/limits.ts'
import type { FileMediaType } from '#contract/objects/file.ts'
import type { Flag } from '../../../db/schema/columns.ts'
import { AppError } from '../../../lib/errors.ts'
import { DECODING_SECONDS_MAX, type OpenImage, withImages } from '../../../lib/open-image.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { readPdf } from '../../../providers/pdf/read-pdf.ts'
import { fileBroken, fileEncrypted, fileTypeUnsupported, pictureTooLarge } from '../files.errors.ts'

/** The characters of a file's text that are stored; a prompt has room for less. */
const FILE_TEXT_MAX = 200_000

export interface InspectedContent {
  media_type: FileMediaType
  width: number | null
  height: number | null
  text: string | null
  is_cut: Flag
  /** WebP bytes. */
  thumbnail: Uint8Array<ArrayBuffer> | null
}

const nothing = { width: null, height: null, text: null, is_cut: 0, thumbnail: null } as const

/**
 * Decides by the content what a file is and reads what is needed of it: a picture's size and thumbnail, a document's
 * text. Throws file_type_unsupported, file_broken, file_encrypted and file_too_large.
 */
export async function inspectContent(bytes: Uint8Array<ArrayBuffer>, givenType: string): Promise<InspectedContent> {
  const media_type = recogniseType(bytes)
  // Something else under the type of a picture or a PDF: its owner would take it for what it is not.
  const isPretended = media_type === undefined || media_type === 'text/plain'
  if (isPretended && /^(?:image\/(?:jpeg|png|webp|heic|heif)|application\/pdf)$/.test(givenType)) throw fileBroken()
  if (media_type === undefined) throw fileTypeUnsupported()
  if (media_type === 'application/pdf') return { ...nothing, media_type, ...(await readDocument(bytes)) }
  if (media_type === 'text/plain') return { ...nothing, media_type, ...cut(decodeText(bytes) ?? '') }
  // HEIC is compressed by HEVC, which the image library cannot decode for reasons of patents.
  if (media_type === 'image/heic') return { ...nothing, media_type }
  return withImages(async (open) => ({ ...nothing, media_type, ...(await readPicture(open, bytes)) }))
}

async function readDocument(bytes: Uint8Array<ArrayBuffer>) {
  const reading = await readPdf(bytes, FILE_TEXT_MAX)
  if (reading.kind === 'encrypted') throw fileEncrypted()
  if (reading.kind === 'broken') throw fileBroken()
  return cut(reading.text, reading.isCut)
}

function cut(whole: string, isCut = false): { text: string; is_cut: Flag } {
  const cleaned = cleanText(whole)
  // Pages that are only pictures leave line ends: a prompt sees by the size alone that there is no text.
  const text = cleaned.trim() === '' ? '' : cleaned
  return { text: text.slice(0, FILE_TEXT_MAX).toWellFormed(), is_cut: isCut || text.length > FILE_TEXT_MAX ? 1 : 0 }
}

/** Decodes the whole picture, so that a truncated one is noticed. */
async function readPicture(open: OpenImage, bytes: Uint8Array) {
  try {
    const header = await open(bytes, { limitInputPixels: false }).metadata()
    if (header.width * header.height > PICTURE_PIXELS_MAX) throw pictureTooLarge()
    const { width, height } = header.autoOrient
    const thumbnail = await open(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: DECODING_SECONDS_MAX })
      .toBuffer()
    return { width, height, thumbnail: new Uint8Array(thumbnail) }
  } catch (error) {
    throw error instanceof AppError ? error : fileBroken()
  }
}
