import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** As a browser: a value for which the policy's rule does not throw is trusted. */
const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules)

beforeEach(() => {
  vi.resetModules()
  createPolicy.mockClear()
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const worker = '/assets/highlight.worker-DlL_fvEN.js'
const inDevelopment = '/src/features/chat/code/highlight.worker.ts?worker_file&type=module'

test('the built app trusts the scripts that it names and its own workers, by one Trusted Types policy, and nothing else', async () => {
  vi.stubEnv('DEV', false)
  const { trustedScriptUrl, trustedWorkerUrl } = await import('#lib/browser/script-url.ts')
  expect(trustedScriptUrl('worker')).toBe('/sw.js')
  expect(trustedScriptUrl('google')).toBe('https://accounts.google.com/gsi/client')
  expect(trustedWorkerUrl(worker)).toBe(worker)
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['companion'])
  for (const url of [
    `https://evil.example${worker}`,
    `//evil.example${worker}`,
    `${worker}?x`,
    '/assets/other-DlL_fvEN.js',
    '/assets/../media/a.worker-DlL_fvEN.js',
    `/media${worker}`,
    `data:text/javascript,0//${worker}`,
    inDevelopment,
  ]) {
    expect(() => trustedWorkerUrl(url), url).toThrow('is not a script of this app')
  }
})

test('the address of a worker’s source is trusted in development', async () => {
  vi.stubEnv('DEV', true)
  const { trustedWorkerUrl } = await import('#lib/browser/script-url.ts')
  expect(trustedWorkerUrl(inDevelopment)).toBe(inDevelopment)
  expect(() => trustedWorkerUrl(`https://evil.example${inDevelopment}`)).toThrow('is not a script of this app')
})
