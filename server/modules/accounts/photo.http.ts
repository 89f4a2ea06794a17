import type { Dependencies } from '../../dependencies.ts'
import { readPhoto } from './photo/read-photo.ts'

/** Forbids everything, in case the image is opened as a page. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The photo for the last part of a URL. Each upload has a new name, so browsers may cache it for ever; shared caches
 * may not, because their copy would outlive the account. Throws `not_found`.
 */
export async function servePhoto(db: Dependencies['db'], file: string): Promise<Response> {
  const content = await readPhoto(db, file)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Security-Policy': policy,
      'Content-Length': String(content.byteLength),
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  })
}
