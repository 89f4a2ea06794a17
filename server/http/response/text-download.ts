import type { Logger } from 'pino'

/** Chunks are gathered to about this many characters: a write for each line would cost more than the line. */
const GATHER = 64 * 1024

/**
 * A file whose text is made while it is sent: the source is asked for more only when the one before was
 * taken, and ended when the client goes away. When it throws, the connection breaks off, so that half a
 * file is never taken for a whole one.
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
          // Any other error would be written to the console by the adapter.
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
