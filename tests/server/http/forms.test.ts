import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadChunk } from '#contract/endpoints/files.ts'
import { parseBody } from '#server/http/request/parse-request.ts'
import { readBody } from '#server/http/request/read-body.ts'
import { readForm } from '#server/http/request/read-form.ts'

const part = (boundary: string, text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="photo"\r\n\r\n${text}\r\n`

const post = (body: BodyInit, type: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
    duplex: 'half',
  } as RequestInit)

test.each([
  'multipart/form-data; x=";boundary=zzz"; boundary=real',
  'multipart/form-data; boundary=zzz, multipart/form-data; boundary=real',
  'multipart/form-data; boundary=""; boundary=real',
  'multipart/form-data; boundary=real',
  'multipart/form-data',
  'multipart',
])('a form with many parts is rejected, wherever the header hides the boundary: %s', async (type) => {
  const parts = Array.from({ length: 30 }, (_, n) => part('real', `part ${n}`)).join('')
  await expect(readForm(post(`${parts}--real--\r\n`, type), 9999, 'x')).rejects.toMatchObject({ code: 'bad_request' })
})

test.each(['real', '"real"', '"re al"', 'real; charset=utf-8'])(
  'a form is read whose boundary is %s',
  async (written) => {
    const boundary = written.includes(' al') ? 're al' : 'real'
    const body = `${part(boundary, 'text')}--${boundary}--\r\n`
    const form = readForm(post(body, `multipart/form-data; boundary=${written}`), 9999, 'x')
    expect(await form).toEqual({ photo: 'text' })
  },
)

test('two forms of one sender are read at a time and a few more wait, without delaying other senders', async () => {
  const ends: (() => void)[] = []
  const form = () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const read = writer.write(Buffer.from(part('b', 'text'))).then(() => ends.push(() => void end()))
    const end = async () => {
      await writer.write(Buffer.from('--b--\r\n'))
      await writer.close()
    }
    read.catch(() => undefined)
    return post(readable, 'multipart/form-data; boundary=b')
  }
  const forms = Array.from({ length: 6 }, () => readForm(form(), 1000, 'one sender'))
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  await expect(readForm(form(), 1000, 'one sender')).rejects.toMatchObject({ code: 'overloaded' })
  const other = readForm(form(), 1000, 'another')
  await vi.waitFor(() => expect(ends).toHaveLength(3))
  for (let n = 0; n < 7; n += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(n))
    ends[n]?.()
  }
  expect(await Promise.all([...forms, other])).toEqual(Array(7).fill({ photo: 'text' }))
})

test('a body that does not arrive in time is given up, and no more of it is read', async () => {
  const cancelled = vi.fn()
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(5)), cancel: cancelled })
  await expect(readBody(post(body, 'multipart/form-data'), 1000, 20)).rejects.toMatchObject({ code: 'overloaded' })
  expect(cancelled).toHaveBeenCalledOnce()
})

/** A request whose body has begun to arrive, and the rest of it. */
function slowPost(first: string, rest: string, type: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const begun = writer.write(Buffer.from(first))
  const finish = async () => {
    await begun
    await writer.write(Buffer.from(rest))
    await writer.close()
  }
  return { request: post(readable, type), finish }
}

test('a file chunk may arrive for longer than the client waits, so that the client sends a smaller one', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { request, finish } = slowPost('slow ', 'chunk', 'application/octet-stream')
  const parsed = parseBody(uploadChunk, request, 'x')
  await vi.advanceTimersByTimeAsync(30_000)
  const [body] = await Promise.all([parsed, finish()])
  expect(await (body as Blob).text()).toBe('slow chunk')
})

test('a form may arrive for 50 seconds, as a photo does over a slow network', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { request, finish } = slowPost(part('b', 'slow photo'), '--b--\r\n', 'multipart/form-data; boundary=b')
  const form = readForm(request, 1000, 'x')
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await Promise.all([form, finish()])).toEqual([{ photo: 'slow photo' }, undefined])
})
