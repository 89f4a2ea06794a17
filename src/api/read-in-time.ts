import { NetworkError, StreamSilentError } from './errors.ts'

type Chunk = { done: boolean; value: Uint8Array<ArrayBuffer> | undefined }

/**
 * Reads the next chunk of a body. Throws NetworkError when it is cut off, StreamSilentError when nothing arrives for
 * `silenceMs`, the signal's reason when aborted.
 */
export function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  silenceMs: number,
  signal?: AbortSignal,
): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new StreamSilentError('The stream fell silent'))), silenceMs)
    const onAbort = () => settle(() => reject(signal?.reason))
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    reader.read().then(
      ({ done, value }) => settle(() => resolve({ done, value })),
      (cause: unknown) => settle(() => reject(new NetworkError('The stream was cut', { cause }))),
    )
  })
}
