import { FILE_MAX, MESSAGE_FILES_MAX } from '#contract/limits.ts'
import { appError } from '../../lib/errors.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { boundaryOf } from '../request/read-form.ts'

/** The address that the manifest names as the share target; the page with the draft of a new chat. */
export const SHARE_TARGET = '/chat/new'

/** So many bytes of the body are parsed: texts come before files. */
const START_MAX = 512 * 1024
/** What follows is read and dropped, because a browser shows no answer to a form that it could not send whole. */
const BODY_MAX = MESSAGE_FILES_MAX * FILE_MAX + START_MAX
const ARRIVAL_MS = 60_000
/** Servers and proxies accept addresses of 8 KB; this is the part of the texts after encoding. */
const QUERY_MAX = 6_000
/** The URL of a page is useless when it is cut, so the text is the last. */
const texts = ['url', 'title', 'text'] as const

const runLimited = createSemaphore({ running: 8, waiting: 0, full: () => appError('overloaded', { retryAfter: 2 }) })

/**
 * Answers what another app shares while no service worker takes it (sw/share-target.ts): texts go into the address of
 * the page, which stores them. Files cannot, and `lost` says so, and whether a text was too long.
 */
export function redirectShared(request: Request): Promise<Response> {
  return runLimited(async () => {
    const boundary = boundaryOf(request.headers.get('content-type') ?? '')
    const { start, isWhole } = await readStart(request)
    const form = await parseStart(start, boundary, isWhole)
    const query = new URLSearchParams()
    const lost: string[] = []
    if (!isWhole || form.getAll('files').some((part) => part instanceof File && part.name !== '')) lost.push('files')
    let left = QUERY_MAX
    for (const name of texts) {
      const text = form.get(name)
      if (typeof text !== 'string' || text === '') continue
      const fitting = shorten(text, left)
      left -= encodedLength(fitting)
      if (fitting !== '') query.set(name, fitting)
      if (fitting !== text && !lost.includes('text')) lost.push('text')
    }
    if (lost.length > 0) query.set('lost', lost.join(' '))
    const location = query.size > 0 ? `${SHARE_TARGET}?${query}` : SHARE_TARGET
    return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } })
  })
}

/** The first START_MAX bytes of the body; the rest is read and dropped. */
async function readStart({ body }: Request): Promise<{ start: Buffer; isWhole: boolean }> {
  if (body === null) return { start: Buffer.alloc(0), isWhole: true }
  const chunks: Uint8Array[] = []
  const signal = AbortSignal.timeout(ARRIVAL_MS)
  let size = 0
  try {
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        if (size < START_MAX) chunks.push(chunk.subarray(0, START_MAX - size))
        size += chunk.byteLength
        if (size > BODY_MAX) throw appError('payload_too_large')
      },
    })
    await body.pipeTo(sink, { signal })
  } catch (cause) {
    throw size > BODY_MAX ? appError('payload_too_large') : appError('bad_request', { cause })
  }
  return { start: Buffer.concat(chunks), isWhole: size <= START_MAX }
}

/** The parts that are complete. */
async function parseStart(start: Buffer, boundary: string, isWhole: boolean): Promise<FormData> {
  const end = isWhole ? start.length : start.lastIndexOf(`\r\n--${boundary}`)
  if (end < 0) return new FormData()
  const closing = isWhole ? '' : `\r\n--${boundary}--\r\n`
  const bytes = Buffer.concat([start.subarray(0, end), Buffer.from(closing)])
  try {
    // The header is rebuilt, because the parser might find another boundary in the client's own header.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"` }
    return await new Response(new Uint8Array(bytes), { headers }).formData()
  } catch (cause) {
    throw appError('bad_request', { cause })
  }
}

const encodedLength = (text: string): number => new URLSearchParams({ '': text }).toString().length - 1

/** The longest start of a text that takes at most so many characters in an address. */
function shorten(text: string, most: number): string {
  let length = 0
  let end = 0
  for (const character of text) {
    length += encodedLength(character)
    if (length > most) break
    end += character.length
  }
  return text.slice(0, end)
}
