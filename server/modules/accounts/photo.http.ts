import type { Dependencies } from '../../dependencies.ts'
import { readPhoto } from './photo/read-photo.ts'

/** It is an image and nothing else, also when somebody opens it as a page. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The photo of an address's last part. A name is never used for another photo, so a browser keeps it
 * for good; a shared cache does not, because it would outlive the user's account. Throws `not_found`.
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
