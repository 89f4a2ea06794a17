import { createTurns } from '../turns.ts'
import { httpError } from './errors.ts'
import { readBody } from './read-body.ts'

/** Room for the parts' own headers beside the file. */
const OVERHEAD = 64 * 1024
/** No form of ours has more; a body of nothing but small parts would keep the parser busy. */
const PARTS_MAX = 20

/** Forms are long and held in memory while they arrive, so that only so many may arrive at once. */
const inTurn = createTurns({ running: 16, waiting: 0, full: () => httpError('overloaded', { retryAfter: 2 }) })

/** The parts of a multipart body by name, texts and files. Throws bad_request, payload_too_large, overloaded. */
export function readForm(request: Request, fileMax: number): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  return inTurn(async () => {
    const bytes = await readBody(request, fileMax + OVERHEAD)
    if (countParts(bytes, type) > PARTS_MAX) throw httpError('bad_request')
    try {
      return Object.fromEntries(await new Response(bytes, { headers: { 'content-type': type } }).formData())
    } catch (error) {
      throw httpError('bad_request', { cause: error })
    }
  })
}

/** At most one more than there may be. Zero without a boundary: the parser will refuse it. */
function countParts(bytes: Uint8Array, type: string): number {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return 0
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let parts = -1
  for (
    let at = text.indexOf(`--${boundary}`);
    at >= 0 && parts <= PARTS_MAX;
    at = text.indexOf(`--${boundary}`, at + 1)
  ) {
    parts += 1
  }
  return parts
}
