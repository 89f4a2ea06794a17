import { DECODING_SECONDS_MAX, withImages } from './open-image.ts'

/** Clients shrink pictures before they send them; a larger one comes from another client. */
const BYTES_MAX = 2_000_000
const SIDE_MAX = 2_048

/**
 * A picture that fits into a request to a model: one of more than 2 MB becomes a JPEG of at most 2,048 pixels a side.
 */
export function shrinkPicture(picture: {
  mediaType: string
  bytes: Uint8Array<ArrayBuffer>
}): Promise<{ mediaType: string; bytes: Uint8Array<ArrayBuffer> }> {
  if (picture.bytes.byteLength <= BYTES_MAX) return Promise.resolve(picture)
  return withImages(async (open) => {
    const bytes = await open(picture.bytes, { failOn: 'none' })
      .autoOrient()
      .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: DECODING_SECONDS_MAX })
      .toBuffer()
    return { mediaType: 'image/jpeg', bytes: new Uint8Array(bytes) }
  })
}
