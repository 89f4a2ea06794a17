import { availableParallelism } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import { PHOTO_PIXELS_MAX, PHOTO_SIDE } from '#contract/limits.ts'
import { appError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { photoInvalid, photoTooManyPixels } from '../photo.errors.ts'

/** The only image decoders that are enabled; SVG, PDF, TIFF and others are not. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
/** Longer than decoding a normal photo takes. */
const SECONDS_MAX = 10

/** One at a time leaves Node's worker threads to files and passwords; each queued photo holds its bytes in memory. */
const runLimited = createSemaphore({ running: 1, waiting: 8, full: () => appError('overloaded', { retryAfter: 2 }) })

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp
let opening: Promise<OpenImage> | undefined

/** sharp is loaded with the first photo, because loading it takes longer than the server's start. */
async function load(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  sharp.cache(false)
  sharp.concurrency(Math.min(2, availableParallelism()))
  return sharp
}

/**
 * Converts an image to a WebP of PHOTO_SIDE pixels square: the centre of its first frame, upright, in sRGB, without
 * metadata. The format is detected from the bytes, not from name or type. Throws the field errors of `photo`, and
 * `overloaded`.
 */
export function squarePhoto(bytes: Uint8Array): Promise<Uint8Array> {
  return runLimited(async () => {
    opening ??= load()
    const open = await opening
    // Only the header is read here, so that the size is known before an image is decompressed.
    const { width, height } = await open(bytes, { limitInputPixels: false }).metadata().catch(refuse)
    if (width * height > PHOTO_PIXELS_MAX) throw photoTooManyPixels()
    return open(bytes, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer()
      .catch(refuse)
  })
}

/** Any decoder error means that the image is invalid. */
function refuse(): never {
  throw photoInvalid()
}
