import { AppError, appError } from '../../lib/errors.ts'

/** After a body that arrived too slowly. */
const RETRY_AFTER_S = 2

/**
 * Reads a body of at most `max` bytes. Its bytes are counted when it has no Content-Length, or when `withinMs` is
 * given. Throws `payload_too_large`, `bad_request` when the client disconnected, and `overloaded` when it took longer
 * than `withinMs`: nothing is wrong with the body, so the client may send it again.
 */
export async function readBody(request: Request, max: number, withinMs?: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > max) throw appError('payload_too_large')
  if (withinMs !== undefined) return countBody(request.body, max, withinMs)
  try {
    // Node enforces Content-Length; only a body without one must be counted here.
    if (declared !== null) return new Uint8Array(await request.arrayBuffer())
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
  return countBody(request.body, max)
}

async function countBody(
  body: ReadableStream<Uint8Array> | null,
  max: number,
  withinMs?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  // The cancellation is not awaited, because the body may never end.
  const giveUp = () => void reader.cancel().catch(() => undefined)
  let isTimedOut = false
  const onTimeout = () => {
    isTimedOut = true
    giveUp()
  }
  const timer = withinMs === undefined ? undefined : setTimeout(onTimeout, withinMs)
  try {
    for (;;) {
      const chunk = await reader.read()
      if (isTimedOut) throw appError('overloaded', { retryAfter: RETRY_AFTER_S })
      if (chunk.done) return new Uint8Array(Buffer.concat(chunks, size))
      size += chunk.value.byteLength
      if (size > max) {
        giveUp()
        throw appError('payload_too_large')
      }
      chunks.push(chunk.value)
    }
  } catch (error) {
    throw error instanceof AppError ? error : appError('bad_request', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
