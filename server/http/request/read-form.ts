import { MIMEType } from 'node:util'
import { appError } from '../../lib/errors.ts'
import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts'
import { readBody } from './read-body.ts'

/** Room for the parts' own headers beside the file. */
const OVERHEAD = 64 * 1024
/** No form of ours has more; a body of nothing but small parts would keep the parser busy. */
const PARTS_MAX = 20
/** A slower upload is refused, so that its slot is free for others. */
const ARRIVAL_MS = 20_000

const full = () => appError('overloaded', { retryAfter: 2 })
/** Forms are long and held in memory while they arrive, so that only so many may arrive at once. */
const runLimited = createSemaphore({ running: 16, waiting: 0, full })
/** Who is sending forms now: no sender takes all the slots. A form that waits for its sender's own slot is not read yet. */
const senders = new Map<string, { runLimitedPerSender: Semaphore; forms: number }>()

/**
 * The parts of a multipart body by name, texts and files; `sender` has two read at once. Throws
 * bad_request, payload_too_large, overloaded.
 */
export async function readForm(request: Request, fileMax: number, sender: string): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const queue = senders.get(sender) ?? {
    runLimitedPerSender: createSemaphore({ running: 2, waiting: 4, full }),
    forms: 0,
  }
  senders.set(sender, queue)
  queue.forms += 1
  try {
    return await queue.runLimitedPerSender(() => runLimited(() => readParts(request, fileMax, boundary)))
  } finally {
    queue.forms -= 1
    if (queue.forms === 0) senders.delete(sender)
  }
}

async function readParts(request: Request, fileMax: number, boundary: string) {
  const bytes = await readBody(request, fileMax + OVERHEAD, ARRIVAL_MS)
  if (countParts(bytes, boundary) > PARTS_MAX) throw appError('bad_request')
  // Not the client's own header, in which the parser may find another boundary than we did.
  const type = new MIMEType('multipart/form-data')
  type.params.set('boundary', boundary)
  try {
    return Object.fromEntries(await new Response(bytes, { headers: { 'content-type': String(type) } }).formData())
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
}

/** By the rule of WHATWG's MIME Sniffing, which is the parser's. */
function boundaryOf(type: string): string {
  let boundary: string | null
  try {
    boundary = new MIMEType(type).params.get('boundary')
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
  if (!boundary) throw appError('bad_request')
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
