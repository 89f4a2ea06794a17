import { clientMessages } from './client-messages.ts'
import { isStreamSilentError, NetworkError, TimeoutError } from './errors.ts'
import { readInTime } from './read-in-time.ts'

/** How long no bytes may arrive; a file that arrives slowly has all the time it needs. */
const SILENCE_MS = 30_000

interface ReadOptions {
  /** The language of the errors. */
  language: keyof (typeof clientMessages)['network']
  /** Receives the number of bytes that have arrived so far. */
  onProgress?: (bytes: number) => void
}

/** Reads a whole body. Throws NetworkError when it is cut off, TimeoutError when it falls silent. */
export async function readBody(response: Response, { language, onProgress }: ReadOptions): Promise<Blob> {
  const reader = response.body?.getReader()
  const next = async () => reader && (await readInTime(reader, SILENCE_MS)).value
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    for (let part = await next(); part; part = await next()) {
      parts.push(part)
      bytes += part.byteLength
      onProgress?.(bytes)
    }
  } catch (cause) {
    // Closes the connection if it is open, as after a silence; an error of closing it has no effect.
    reader?.cancel().catch(() => undefined)
    if (isStreamSilentError(cause)) throw new TimeoutError(clientMessages.timeout[language], { cause })
    throw new NetworkError(clientMessages.network[language], { cause })
  }
  return new Blob(parts)
}
