import type { Logger } from 'pino'

/** Chunks are buffered to about this many characters, because a write for each line would be slow. */
const GATHER = 64 * 1024

/**
 * A file that is generated while it is sent: the next chunk is requested only when the one before was read
 * (backpressure), and the source ends when the client disconnects. When it throws, the connection is aborted, so that
 * the client does not take the file for complete.
 */
export function textDownload(
  source: AsyncGenerator<string, void>,
  { name, type, log }: { name: string; type: string; log: Logger },
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { text, done } = await gather(source)
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (done) controller.close()
        } catch (error) {
          log.error({ err: error }, 'a download broke off')
          // The adapter would print any other error to the console.
          controller.error(Object.assign(new Error('broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
        }
      },
      async cancel() {
        await source.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

async function gather(source: AsyncGenerator<string, void>): Promise<{ text: string; done: boolean }> {
  let text = ''
  while (text.length < GATHER) {
    const next = await source.next()
    if (next.done) return { text, done: true }
    text += next.value
  }
  return { text, done: false }
}
