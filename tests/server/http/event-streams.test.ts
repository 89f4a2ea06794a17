import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { Hono } from 'hono'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLifecycle } from '#server/http/drain-signal.ts'
import type { HttpEnv } from '#server/http/env.ts'
import { listen } from '#server/http/listen.ts'
import { eventStream, type SentEvent } from '#server/http/response/sse.ts'

type Source = (signal: AbortSignal) => AsyncIterable<SentEvent>

describe('an event stream', () => {
  const logs: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) })
  let lifecycle = createLifecycle()
  let server: Server | undefined
  let port = 0
  let source: Source

  beforeEach(async () => {
    logs.length = 0
    lifecycle = createLifecycle()
    const app = new Hono<HttpEnv>().get('/', (context) =>
      eventStream((signal) => source(signal), {
        signal: context.req.raw.signal,
        draining: lifecycle.draining,
        log,
        heartbeatMs: 20,
      }),
    )
    const listening = await listen({ fetch: app.fetch, drain: () => {} }, { port: 0, host: '127.0.0.1', log })
    server = listening.server
    port = listening.port
  })
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const get = (signal?: AbortSignal) => fetch(`http://127.0.0.1:${port}/`, signal === undefined ? {} : { signal })
  const withoutComments = (text: string) => text.replaceAll(':\n\n', '')

  /** Yields its events, then waits for an abort; reports whether it was aborted. */
  function endless(events: readonly SentEvent[]): { source: Source; ended: () => boolean } {
    let ended = false
    return {
      ended: () => ended,
      source: async function* (signal) {
        yield* events
        if (!signal.aborted) await once(signal, 'abort')
        ended = true
      },
    }
  }

  it('sends events with their ids and headers that forbid caching, compression and buffering', async () => {
    source = async function* () {
      yield { event: 'accepted', data: { text: 'line\nbreak' } }
      yield { event: 'delta', id: 'm:1', data: { text: '¿qué?' } }
    }
    const response = await get()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(withoutComments(await response.text())).toBe(
      'event: accepted\ndata: {"text":"line\\nbreak"}\n\nevent: delta\nid: m:1\ndata: {"text":"¿qué?"}\n\n',
    )
  })

  it('opens before its first event, and is kept open by comments', async () => {
    const waiting = endless([])
    source = waiting.source
    const controller = new AbortController()
    const response = await get(controller.signal)
    const reader = response.body?.getReader()
    let text = ''
    while (text.length < 12) text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toMatch(/^(:\n\n)+$/)
    controller.abort()
    await vi.waitFor(() => expect(waiting.ended()).toBe(true))
  })

  it('ends its source when the client disconnects', async () => {
    const waiting = endless([{ event: 'delta', data: {} }])
    source = waiting.source
    const controller = new AbortController()
    const response = await get(controller.signal)
    await response.body?.getReader().read()
    expect(waiting.ended()).toBe(false)
    controller.abort()
    await vi.waitFor(() => expect(waiting.ended()).toBe(true))
  })

  it('is completed while the process drains', async () => {
    const waiting = endless([{ event: 'delta', data: { text: 'last' } }])
    source = waiting.source
    const text = (await get()).text()
    await new Promise((resolve) => setImmediate(resolve))
    lifecycle.drain()
    expect(withoutComments(await text)).toBe('event: delta\ndata: {"text":"last"}\n\n')
    await vi.waitFor(() => expect(waiting.ended()).toBe(true))
  })

  it('ends at once when it begins while the process drains', async () => {
    source = endless([]).source
    lifecycle.drain()
    expect(withoutComments(await (await get()).text())).toBe('')
  })

  it('begins its source, so that it can end, when it begins while the process drains', async () => {
    const waiting = endless([])
    source = waiting.source
    lifecycle.drain()
    await get()
    await expect.poll(waiting.ended).toBe(true)
  })

  it('ends without an error for the client when its source fails, which is logged', async () => {
    source = async function* () {
      yield { event: 'delta', data: {} }
      throw new Error('the table is gone')
    }
    expect(withoutComments(await (await get()).text())).toBe('event: delta\ndata: {}\n\n')
    expect(logs.join('')).toContain('the table is gone')
  })

  it('applies backpressure to its source when the reader is slow', async () => {
    let given = 0
    const text = 'x'.repeat(100_000)
    source = async function* (signal) {
      while (!signal.aborted) {
        given += 1
        yield { event: 'delta', data: { text } }
      }
    }
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    let before = -1
    await vi.waitFor(
      () => {
        const still = given > 0 && given === before
        before = given
        expect(still).toBe(true)
      },
      { interval: 200, timeout: 10_000 },
    )
    // The kernel's buffers take some megabytes; without backpressure it would be thousands by now.
    expect(given).toBeLessThan(300)
    socket.destroy()
  })
})
