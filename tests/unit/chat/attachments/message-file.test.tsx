import 'fake-indexeddb/auto'
import * as streams from 'node:stream/web'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { MessageFile } from '#features/chat/attachments/message-file.tsx'
import { announceProgress } from '#offline/files/upload-progress.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { reachability } from '#offline/sync/reachability.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

const common = { id: 'file', size: 2_000_000, sha256: '', width: null, height: null }
const text = { ...common, name: 'tides.txt', media_type: 'text/plain' }
const picture = { ...common, name: 'tides.png', media_type: 'image/png' }
const photo = { ...common, name: 'IMG_1.HEIC', media_type: 'image/heic' }

async function show(file: typeof text, isSending: boolean) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  onTestFinished(() => void vi.unstubAllGlobals())
  adopt({ generation: currentState().generation + 1, session: { ...makeAuthenticated(7), generation: 1 } })
  const page = await render(<MessageFile messageId="message" file={file} isSending={isSending} />)
  return { page, bar: () => page.querySelector('progress') }
}

test('a file shows how much of it the server has while its message is being sent', async () => {
  const { page, bar } = await show(text, true)
  expect(bar()).toBeNull()
  await interact(() => announceProgress('another file', 700_000))
  await interact(() => announceProgress('file', 500_000))
  await vi.waitFor(() => expect(bar()?.value).toBe(500_000))
  expect(bar()?.max).toBe(2_000_000)
  expect(bar()?.getAttribute('aria-label')).toBe('Uploading tides.txt')
  expect(page.textContent).toContain('500 kB of 2 MB')
})

test('a file whose message only waits, as offline, shows no progress', async () => {
  const { page, bar } = await show(text, false)
  await interact(() => announceProgress('file', 500_000))
  expect(bar()).toBeNull()
  expect(page.textContent).toBe('tides.txt2 MB')
})

test('a file that is not on the device is loaded by one press in an app on the home screen, and shared by another', async () => {
  const { page } = await show(text, false)
  vi.stubGlobal('fetch', async () => new Response('High tide at noon'))
  let isGesture = false
  const share = vi.fn(async (_: { files: File[] }) => {
    if (!isGesture) throw new DOMException('it needs a user gesture', 'NotAllowedError')
  })
  vi.stubGlobal('navigator', { ...navigator, onLine: true, standalone: true, canShare: () => true, share })
  const button = page.querySelector('button')
  await interact(() => button?.click())
  await vi.waitFor(() => expect(button?.textContent).toBe('tides.txtSave the file…'))
  expect(button?.ariaLabel).toBeNull()
  isGesture = true
  await interact(() => button?.click())
  await vi.waitFor(() => expect(button?.textContent).toBe('tides.txt2 MB'))
  const [file] = share.mock.lastCall?.[0].files ?? []
  expect([file?.name, await file?.text()]).toEqual(['tides.txt', 'High tide at noon'])
})

test('a HEIC picture, of which nobody makes a preview, is shown by its name and size', async () => {
  const { page } = await show(photo, false)
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toBe('IMG_1.HEIC2 MB')
  expect(page.querySelector('button')?.getAttribute('aria-label')).toBe('Download IMG_1.HEIC')
})

test.each([
  ['the device is online again', () => window.dispatchEvent(new Event('online'))],
  ['the server can be reached again', () => reachability.set('reached')],
])('a picture that could not be loaded shows when %s', async (_, comeBack) => {
  reachability.set('lost')
  onTestFinished(() => reachability.set('unknown'))
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const makeUrl = vi.fn((blob: Blob) => `blob:${blob.size}`)
  Object.assign(URL, { createObjectURL: makeUrl, revokeObjectURL: () => undefined })
  onTestFinished(() => {
    vi.restoreAllMocks()
    for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name)
  })
  const { page } = await show({ ...picture, id: newId() }, false)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  await interact(() => page.querySelector('button')?.click())
  const dialog = () => document.querySelector('[role="dialog"]')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('It shows when you are back online.'))
  vi.stubGlobal('fetch', async () => new Response('the picture'))
  await interact(comeBack)
  await vi.waitFor(() => expect(dialog()?.querySelector('img')?.getAttribute('src')).toBe('blob:11'))
  expect(dialog()?.textContent).not.toContain('It shows when')
})

describe('a file that is being downloaded', () => {
  /** Its response has begun, and its body goes on as the test says. */
  async function download() {
    const { page } = await show({ ...text, id: newId() }, false)
    const toasts = await render(<Toaster />)
    // jsdom has no ReadableStream.
    vi.stubGlobal('ReadableStream', streams.ReadableStream)
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
    const body = () => new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })
    vi.stubGlobal('fetch', async () => new Response(body()))
    const press = () => interact(() => page.querySelector('button')?.click())
    await press()
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    return { toasts, bodies, press, receive: () => bodies.at(-1)?.enqueue(new TextEncoder().encode('High ')) }
  }

  it('says that there is no connection when its body breaks off', async () => {
    const { toasts, bodies, receive } = await download()
    receive()
    bodies[0]?.error(new TypeError('terminated'))
    await vi.waitFor(() => expect(toasts.textContent).toContain('No connection. Check your network and try again'))
  })

  it('ends when nothing of it arrives for half a minute, and not before; then it can be loaded again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { toasts, bodies, press, receive } = await download()
    await vi.advanceTimersByTimeAsync(25_000)
    receive()
    await vi.advanceTimersByTimeAsync(25_000)
    await press()
    const tookTooLong = 'The server took too long to answer'
    expect([toasts.textContent?.includes(tookTooLong), bodies.length]).toEqual([false, 1])
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(toasts.textContent).toContain(tookTooLong))
    await press()
    await vi.waitFor(() => expect(bodies).toHaveLength(2))
  })
})
