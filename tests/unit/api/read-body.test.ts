import { expect, onTestFinished, test, vi } from 'vitest'
import { clientMessages } from '#api/client-messages.ts'
import { isNetworkError, isTimeoutError } from '#api/errors.ts'
import { readBody } from '#api/read-body.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a body is read whole, and its progress is told', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytesOf('uno, '))
      controller.enqueue(bytesOf('dos'))
      controller.close()
    },
  })
  const onProgress = vi.fn()
  const read = await readBody(new Response(body), { language: 'en', onProgress })
  expect(await read.text()).toBe('uno, dos')
  expect(onProgress.mock.calls).toEqual([[5], [8]])
})

test('a body that is cut off is a lost connection, in the language of the user', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytesOf('uno')),
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  const error = await readBody(new Response(body), { language: 'es' }).catch((thrown: unknown) => thrown)
  expect(isNetworkError(error)).toBe(true)
  expect(error).toMatchObject({ message: clientMessages.network.es })
})

test('a body that falls silent ends after a while and closes the connection', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const cancel = vi.fn()
  const body = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf('uno')), cancel })
  const reading = readBody(new Response(body), { language: 'en' }).catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(31_000)
  const error = await reading
  expect(isTimeoutError(error)).toBe(true)
  expect(error).toMatchObject({ message: clientMessages.timeout.en })
  expect(cancel).toHaveBeenCalledOnce()
})
