import { afterEach, expect, test, vi } from 'vitest'

const here = 'https://companion.example/'
const pages = ['index.html', 'chat.html', 'start.html', 'auth/login.html', 'auth/register.html']
const script = { url: 'assets/index-newbuild.js', revision: null }
const shell = [script, ...pages.map((url) => ({ url, revision: 'new' }))]
const pageOf = (build: string) => `<script type="module" src="/assets/index-${build}.js"></script>`
const stored = new Map<string, string>()

class InstallEvent {
  type = 'install'
  waitUntil(): void {}
}

/** Installs a worker whose pages are answered by servers of these builds; their names by path, else the new one. */
async function install(builds: Record<string, string> = {}): Promise<void> {
  vi.resetModules()
  const fetch = async ({ url }: Request) => {
    const path = url.slice(here.length)
    return new Response(path.endsWith('.html') ? pageOf(builds[path] ?? 'newbuild') : 'script')
  }
  const cache = {
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    put: async ({ url }: Request, response: Response) => void stored.set(url, await response.text()),
  }
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  vi.stubGlobal('location', new URL(here))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined })
  vi.stubGlobal('ExtendableEvent', InstallEvent)
  vi.stubGlobal('FetchEvent', class {})
  const { createPrecache } = await import('../../../sw/cache/create-precache.ts')
  await createPrecache(shell).fill(new InstallEvent())
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a page that an old server answers during an upgrade is not cached, and the next installation caches the new one', async () => {
  await expect(install({ 'chat.html': 'oldbuild' })).rejects.toThrow('chat.html')
  const key = `${here}chat.html?__WB_REVISION__=new`
  expect(stored.get(key)).toBeUndefined()
  await install()
  expect(stored.get(key)).toBe(pageOf('newbuild'))
  expect(stored.size).toBe(shell.length)
})
