import { describe, expect, it, vi } from 'vitest'
import { isNetworkError, isStreamSilentError, isUnexpectedResponseError } from '#api/errors.ts'
import { readEvents } from '#api/event-stream.ts'

const ID = '01912345-0000-7000-8000-000000000001'
const wire = [
  ': hello\n\n',
  `id: ${ID}:1\nevent: reasoning\ndata: {"text":"hm"}\n\n`,
  `id: ${ID}:2\nevent: delta\ndata: {"text":"ñ 🦊\\n"}\n\n`,
  'event: from_the_future\ndata: {}\n\n',
  `id: ${ID}:3\r\nevent: delta\r\ndata: {"text":"end"}\r\n\r\n`,
].join('')
const events = [
  { event: 'reasoning', id: `${ID}:1`, data: { text: 'hm' } },
  { event: 'delta', id: `${ID}:2`, data: { text: 'ñ 🦊\n' } },
  { event: 'delta', id: `${ID}:3`, data: { text: 'end' } },
]

function respond(chunks: Uint8Array[], end: 'close' | 'error' | 'hang' = 'close'): Response {
  const left = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else if (end === 'close') controller.close()
      else if (end === 'error') controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body)
}
const bytes = new TextEncoder().encode(wire)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

describe('reading the event stream of an answer', () => {
  it('yields the same events wherever the bytes are split', async () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const response = respond([bytes.slice(0, cut), bytes.slice(cut)].filter(({ length }) => length > 0))
      expect(await Array.fromAsync(readEvents(response))).toEqual(events)
    }
  })

  it('yields the complete events before a disconnect, then reports the disconnect', async () => {
    const seen: unknown[] = []
    const reading = async () => {
      for await (const event of readEvents(respond([bytes.slice(0, bytes.length - 4)], 'error'))) seen.push(event)
    }
    expect(isNetworkError(await failure(reading()))).toBe(true)
    expect(seen).toEqual(events.slice(0, 2))
  })

  it('treats a silent connection as lost', async () => {
    const reading = Array.fromAsync(readEvents(respond([bytes], 'hang'), { silenceMs: 30 }))
    expect(isStreamSilentError(await failure(reading))).toBe(true)
  })

  it('ends at once when it is aborted', async () => {
    const stop = new AbortController()
    const reading = Array.fromAsync(readEvents(respond([bytes], 'hang'), { signal: stop.signal }))
    stop.abort('enough')
    expect(await failure(reading)).toBe('enough')
  })

  it('reads nothing when it was aborted before', async () => {
    const signal = AbortSignal.abort('enough')
    expect(await failure(Array.fromAsync(readEvents(respond([bytes], 'hang'), { signal })))).toBe('enough')
  })

  it('closes the stream and its timer when the reader stops early', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const cancel = vi.fn()
      const response = new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes), cancel }))
      for await (const _ of readEvents(response)) break
      expect(cancel).toHaveBeenCalledOnce()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects a response without a body', async () => {
    expect(isUnexpectedResponseError(await failure(Array.fromAsync(readEvents(new Response(null)))))).toBe(true)
  })

  it.each(['not json', '{"text":5}'])('rejects an event that does not match the contract: %s', async (data) => {
    const response = respond([new TextEncoder().encode(`event: delta\ndata: ${data}\n\n`)])
    expect(isUnexpectedResponseError(await failure(Array.fromAsync(readEvents(response))))).toBe(true)
  })
})
