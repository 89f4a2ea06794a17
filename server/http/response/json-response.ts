import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsEncoding } from '../static/serve-static.ts'

const pack = promisify(gzip)
/** For fewer bytes, compressing costs more than it saves. */
const WORTH_BYTES = 2048

/**
 * JSON, compressed when it is long and the client accepts that. Only for GET: other responses may hold a token beside
 * text of the caller's choice, and the compressed length would reveal the token (BREACH).
 */
export async function jsonResponse(request: Request, status: number, body: unknown): Promise<Response> {
  const text = JSON.stringify(body)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (request.method !== 'GET' || text.length < WORTH_BYTES) return new Response(text, { status, headers })
  headers.set('Vary', 'Accept-Encoding')
  if (!acceptsEncoding(request.headers.get('accept-encoding') ?? '', 'gzip')) {
    return new Response(text, { status, headers })
  }
  headers.set('Content-Encoding', 'gzip')
  return new Response(new Uint8Array(await pack(text)), { status, headers })
}
