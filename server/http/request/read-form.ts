import { MIMEType } from 'node:util'
import { httpError } from '../../lib/errors.ts'
import { createTurns, type TakeTurn } from '../../lib/semaphore.ts'
import { readBody } from './read-body.ts'

/** Room for the parts' own headers beside the file. */
const OVERHEAD = 64 * 1024
/** No form of ours has more; a body of nothing but small parts would keep the parser busy. */
const PARTS_MAX = 20
/** Whoever sends slower gives the place to others. */
const ARRIVAL_MS = 20_000

const full = () => httpError('overloaded', { retryAfter: 2 })
/** Forms are long and held in memory while they arrive, so that only so many may arrive at once. */
const inTurn = createTurns({ running: 16, waiting: 0, full })
/** Those who send forms now: nobody takes all the places. A form that waits in their own line is not read yet. */
const senders = new Map<string, { inOwnTurn: TakeTurn; forms: number }>()

/**
 * The parts of a multipart body by name, texts and files; `sender` has two read at once. Throws
 * bad_request, payload_too_large, overloaded.
 */
export async function readForm(request: Request, fileMax: number, sender: string): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const line = senders.get(sender) ?? { inOwnTurn: createTurns({ running: 2, waiting: 4, full }), forms: 0 }
  senders.set(sender, line)
  line.forms += 1
  try {
    return await line.inOwnTurn(() => inTurn(() => readParts(request, fileMax, boundary)))
  } finally {
    line.forms -= 1
    if (line.forms === 0) senders.delete(sender)
  }
}

async function readParts(request: Request, fileMax: number, boundary: string) {
  const bytes = await readBody(request, fileMax + OVERHEAD, ARRIVAL_MS)
  if (countParts(bytes, boundary) > PARTS_MAX) throw httpError('bad_request')
  // Not the client's own header, in which the parser may find another boundary than we did.
  const type = new MIMEType('multipart/form-data')
  type.params.set('boundary', boundary)
  try {
    return Object.fromEntries(await new Response(bytes, { headers: { 'content-type': String(type) } }).formData())
  } catch (error) {
    throw httpError('bad_request', { cause: error })
  }
}

/** By the rule of WHATWG's MIME Sniffing, which is the parser's. */
function boundaryOf(type: string): string {
  let boundary: string | null
  try {
    boundary = new MIMEType(type).params.get('boundary')
  } catch (error) {
    throw httpError('bad_request', { cause: error })
  }
  if (!boundary) throw httpError('bad_request')
  return boundary
}

/** At most one more than there may be. */
function countParts(bytes: Uint8Array, boundary: string): number {
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
