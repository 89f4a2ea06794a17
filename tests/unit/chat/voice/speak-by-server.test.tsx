import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { speakByServer } from '#features/chat/voice/engines/speak-by-server.ts'
import { api } from '#session/api.ts'

/** The server's voice, over an audio context that the browser has interrupted. */
function interrupted(resume: () => Promise<void>) {
  vi.spyOn(api, 'request').mockResolvedValue(new Response('sound'))
  onTestFinished(() => void vi.restoreAllMocks())
  const source = { connect: () => undefined, start: vi.fn(), stop: () => undefined, onended: () => undefined }
  source.start.mockImplementation(() => queueMicrotask(() => source.onended()))
  const audio = {
    state: 'interrupted',
    resume: async () => {
      await resume()
      audio.state = 'running'
    },
    decodeAudioData: async () => ({}),
    createBufferSource: () => source,
  }
  const say = () => speakByServer(audio as never, 7).say('The moon.', 'en', new AbortController().signal)
  return { source, say }
}

test('a sentence of the server is spoken after the interrupted audio runs again', async () => {
  const { source, say } = interrupted(async () => undefined)
  await say()
  expect(source.start).toHaveBeenCalledOnce()
})

test('a sentence of the server fails where the interrupted audio does not run again', async () => {
  const { source, say } = interrupted(() => Promise.reject(new DOMException('not now', 'NotAllowedError')))
  await expect(say()).rejects.toThrow('not now')
  expect(source.start).not.toHaveBeenCalled()
})
