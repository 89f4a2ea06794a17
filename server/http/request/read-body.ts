import { AppError, appError } from '../../lib/errors.ts'

/**
 * Reads a body of at most `max` bytes. Its bytes are counted when it has no Content-Length, or when `withinMs` is
 * given. Throws `payload_too_large`, and `bad_request` when the client disconnected or took longer than `withinMs`.
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
      if (isTimedOut) throw appError('bad_request')
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
