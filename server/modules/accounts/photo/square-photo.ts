import { PHOTO_PIXELS_MAX, PHOTO_SIDE } from '#contract/limits.ts'
import { DECODING_SECONDS_MAX, withImages } from '../../../lib/open-image.ts'
import { photoInvalid, photoTooManyPixels } from '../photo.errors.ts'

/**
 * Converts an image to a WebP of PHOTO_SIDE pixels square: the centre of its first frame, upright, in sRGB, without
 * metadata. The format is detected from the bytes, not from name or type. Throws the field errors of `photo`, and
 * `overloaded`.
 */
export function squarePhoto(bytes: Uint8Array): Promise<Uint8Array> {
  return withImages(async (open) => {
    // Only the header is read here, so that the size is known before an image is decompressed.
    const { width, height } = await open(bytes, { limitInputPixels: false }).metadata().catch(refuse)
    if (width * height > PHOTO_PIXELS_MAX) throw photoTooManyPixels()
    return open(bytes, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: DECODING_SECONDS_MAX })
      .toBuffer()
      .catch(refuse)
  })
}

/** Any decoder error means that the image is invalid. */
function refuse(): never {
  throw photoInvalid()
}
