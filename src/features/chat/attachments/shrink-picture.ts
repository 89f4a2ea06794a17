import type { Thumbnail } from '#offline/database/rows.ts'

/** The longest side of a picture that is sent, and of its preview, in pixels. */
const LONGEST_SIDE = 2_048
const THUMBNAIL_SIDE = 512
const QUALITY = 0.86

export interface ShrunkPicture {
  bytes: ArrayBuffer
  media_type: string
  /** In pixels. */
  width: number
  height: number
  thumbnail: Thumbnail
}

/**
 * Draws a picture anew as `mediaType`, at most LONGEST_SIDE long, upright and without its metadata (place, camera,
 * time). A browser that cannot write WebP writes PNG instead, or JPEG for AVIF. Runs in a web worker or a page. Throws
 * for a picture that the browser cannot read.
 */
export async function shrinkPicture(file: Blob, mediaType: string): Promise<ShrunkPicture> {
  const bitmap = await createImageBitmap(file)
  try {
    // AVIF files are mostly photos, of which PNG would make several megabytes.
    const fallback = file.type === 'image/avif' ? 'image/jpeg' : undefined
    const large = await draw(bitmap, LONGEST_SIDE, mediaType, fallback)
    const small = await draw(bitmap, THUMBNAIL_SIDE, mediaType, fallback)
    return { ...large, thumbnail: { media_type: small.media_type, bytes: small.bytes } }
  } finally {
    bitmap.close()
  }
}

type Drawn = Omit<ShrunkPicture, 'thumbnail'>

/** Draws it as `fallback`, if there is one, where the browser cannot write `type`. */
async function draw(bitmap: ImageBitmap, longest: number, type: string, fallback?: string): Promise<Drawn> {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas for pictures')
  context.imageSmoothingQuality = 'high'
  if (type === 'image/jpeg') {
    // JPEG has no transparency, and the canvas would write black for it.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(bitmap, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type, quality: QUALITY })
  if (blob.type !== type && fallback !== undefined) return draw(bitmap, longest, fallback)
  return { bytes: await blob.arrayBuffer(), media_type: blob.type, width, height }
}
