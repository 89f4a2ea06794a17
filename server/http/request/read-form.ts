import { MIMEType } from 'node:util'
import { appError } from '../../lib/errors.ts'
import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts'
import { readBody } from './read-body.ts'

/** Allows for the headers of the parts beside the file. */
const OVERHEAD = 64 * 1024
/** More than any form of the app has; it bounds the parser's work on many small parts. */
const PARTS_MAX = 20
/**
 * Slower uploads are rejected, so that they do not occupy a slot. A photo may need that long on a phone; Node itself
 * ends a request after 60 s without an answer that says why.
 */
const ARRIVAL_MS = 55_000

const full = () => appError('overloaded', { retryAfter: 2 })
/** Forms are large and held in memory while they arrive, so the number of concurrent ones is limited. */
const runLimited = createSemaphore({ running: 16, waiting: 0, full })
/** Senders with forms in progress; none can take all slots. Forms that wait for their sender's slot are not read. */
const senders = new Map<string, { runLimitedPerSender: Semaphore; forms: number }>()

/**
 * The texts and files of a multipart body by name; at most two of one `sender` are read at once. Throws bad_request,
 * payload_too_large, overloaded.
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
  // The header is rebuilt, because the parser might find another boundary in the client's own header.
  const type = new MIMEType('multipart/form-data')
  type.params.set('boundary', boundary)
  try {
    return Object.fromEntries(await new Response(bytes, { headers: { 'content-type': String(type) } }).formData())
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
}

/** The boundary of a multipart form. Follows the WHATWG MIME Sniffing standard, as the parser does. */
export function boundaryOf(type: string): string {
  let boundary: string | null
  try {
    boundary = new MIMEType(type).params.get('boundary')
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
  if (!boundary) throw appError('bad_request')
  return boundary
}

/** Counts the parts, but stops one above the maximum. */
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
