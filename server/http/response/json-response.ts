import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsEncoding } from '../static/serve-static.ts'
import { recordResponse } from './record-response.ts'

const pack = promisify(gzip)
/** For fewer bytes, compressing costs more than it saves. */
const WORTH_BYTES = 2048

const json = { 'Content-Type': 'application/json' }

/**
 * JSON, compressed when it is long and the client accepts that. Only for GET: other responses may hold a token beside
 * text of the caller's choice, and the compressed length would reveal the token (BREACH).
 */
export async function jsonResponse(request: Request, status: number, body: unknown): Promise<Response> {
  const text = JSON.stringify(body)
  if (request.method !== 'GET' || text.length < WORTH_BYTES) return recordResponse(text, status, json)
  if (!acceptsEncoding(request.headers.get('accept-encoding') ?? '', 'gzip')) {
    return recordResponse(text, status, { ...json, Vary: 'Accept-Encoding' })
  }
  const headers = { ...json, Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' }
  return recordResponse(new Uint8Array(await pack(text)), status, headers)
}
