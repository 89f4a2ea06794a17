import { afterEach, expect, test, vi } from 'vitest'

const here = 'https://companion.example'

/** Shares a form with a worker whose cache refuses the put with this number; the answer, and what is cached then. */
async function share(form: FormData, failing: number) {
  vi.resetModules()
  const cached = new Set<string>()
  let puts = 0
  const cache = {
    put: async (key: string) => {
      puts += 1
      if (puts === failing) throw new DOMException('no space', 'QuotaExceededError')
      cached.add(key)
    },
    delete: async (key: string) => cached.delete(key),
  }
  const answers: Promise<Response>[] = []
  const request = new Request(`${here}/chat/new`, { method: 'POST', body: form })
  const event = { request, respondWith: (answer: Promise<Response>) => answers.push(answer) }
  const listeners: ((event: unknown) => void)[] = []
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  vi.stubGlobal('location', new URL(here))
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => {
    if (type === 'fetch') listeners.push(listener)
  })
  // That of Node.js refuses a path, which a browser completes.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to, status = 302) => new Response(null, { status, headers: { Location: `${to}` } }),
  )
  const { handleShareTarget } = await import('../../../sw/share-target.ts')
  handleShareTarget()
  for (const listener of listeners) listener(event)
  const answer = (await answers[0]) ?? expect.fail('no answer')
  return { status: answer.status, location: answer.headers.get('Location'), cached: cached.size }
}

function twoFiles(): FormData {
  const form = new FormData()
  form.set('text', 'Look')
  form.append('files', new File(['one'], 'one.txt'))
  form.append('files', new File(['two'], 'two.txt'))
  return form
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('the files of a share are stored for the page, and its text goes into the address', async () => {
  const answer = await share(twoFiles(), 0)
  expect(answer).toEqual({ status: 303, location: '/chat/new?text=Look&files=yes', cached: 2 })
})

test('a share whose second file cannot be stored passes on its text, keeps no file, and says what was lost', async () => {
  const answer = await share(twoFiles(), 2)
  expect(answer).toEqual({ status: 303, location: '/chat/new?text=Look&lost=files', cached: 0 })
})
