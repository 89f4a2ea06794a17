import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { streamAnswer } from '#contract/endpoints/chats.ts'
import { createApi } from '#server/http/api/api.ts'
import { route } from '#server/http/api/route.ts'
import { createLifecycle } from '#server/http/drain-signal.ts'
import { listen } from '#server/http/listen.ts'
import { eventStream } from '#server/http/response/sse.ts'

async function* events() {
  yield { event: 'delta', data: {} }
}

test('a HEAD request for an event stream ends the source that nobody will read', async () => {
  const log = pino({ level: 'silent' })
  const sources: AbortSignal[] = []
  const api = createApi(
    [
      route(streamAnswer, {
        owns: 'self',
        limit: 'read',
        handle: (call) =>
          eventStream((signal) => {
            sources.push(signal)
            return events()
          }, call),
      }),
    ],
    {
      authenticate: async () => ({
        id: 1,
        sessionId: 's',
        isAdmin: false,
        isProvider: false,
        isSuspended: false,
        language: 'en',
        confirmedAt: null,
      }),
      checkConfirmed: async () => {},
      limiter: { take: async () => {} },
      log,
      audit: async () => {},
      draining: createLifecycle().draining,
      trustProxy: 0,
      checkResults: false,
    },
    [],
  )
  const { server, port } = await listen({ fetch: api.fetch, drain: () => {} }, { port: 0, host: '127.0.0.1', log })
  const url = `http://127.0.0.1:${port}/companion/chat/${randomUUID()}/stream/?message=${randomUUID()}`
  const response = await fetch(url, { method: 'HEAD' })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  await vi.waitFor(() => expect(sources.map((signal) => signal.aborted)).toEqual([true]))
  server.close()
})
