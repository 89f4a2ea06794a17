import { availableParallelism } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import { PHOTO_PIXELS_MAX, PHOTO_SIDE } from '#contract/limits.ts'
import { appError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { photoInvalid, photoTooManyPixels } from '../photo.errors.ts'

/** The only decoders that a stranger's bytes ever reach; SVG, PDF, TIFF and the rest have none. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
/** Longer than any honest photo takes. */
const SECONDS_MAX = 10

/** One at a time leaves Node's worker threads to files and passwords; each that waits holds its bytes. */
const runLimited = createSemaphore({ running: 1, waiting: 8, full: () => appError('overloaded', { retryAfter: 2 }) })

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp
let opening: Promise<OpenImage> | undefined

/** Loaded with the first photo: it takes longer than the server itself takes to start. */
async function load(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  sharp.cache(false)
  sharp.concurrency(Math.min(2, availableParallelism()))
  return sharp
}

/**
 * A WebP of PHOTO_SIDE pixels square out of whatever was sent: the middle of its first frame, turned
 * upright, in sRGB, without metadata. The bytes say what it is, never its name or type. Throws the
 * field errors of `photo`, and `overloaded`.
 */
export function squarePhoto(bytes: Uint8Array): Promise<Uint8Array> {
  return runLimited(async () => {
    opening ??= load()
    const open = await opening
    // Only the head is read here: what a decoder would unpack is known before it unpacks.
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

/** Whatever a decoder says, it is about these bytes. */
function refuse(): never {
  throw photoInvalid()
}
