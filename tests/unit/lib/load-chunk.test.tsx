import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MissingChunkError } from '#lib/lazy/missing-chunk.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const chromium = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

const fetched = vi.fn<(url: string) => Promise<Response>>()

async function loaderIn(userAgent: string) {
  vi.stubGlobal('navigator', { userAgent, onLine: true })
  vi.resetModules()
  return (await import('#lib/lazy/load-chunk.ts')).loadChunk
}

const links = () => [...document.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).pathname])

beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset().mockImplementation(async () => new Response('export {}'))
  vi.stubGlobal('fetch', fetched)
  document.head.replaceChildren()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a lazy chunk of the app', () => {
  it('is imported in Firefox only when all its scripts are in the cache, because Firefox remembers a failed import', async () => {
    const loadChunk = await loaderIn(firefox)
    fetched.mockRejectedValueOnce(new TypeError('NetworkError when attempting to fetch resource.'))
    const importChunk = vi.fn(async () => 'part')
    const part = loadChunk(importChunk, ['assets/a.js', 'assets/b.js'])
    await vi.advanceTimersByTimeAsync(0)
    expect(importChunk).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    await expect(part).resolves.toBe('part')
    expect(fetched.mock.calls.map(([url]) => new URL(url).pathname)).toEqual([
      '/assets/a.js',
      '/assets/b.js',
      '/assets/a.js',
    ])
    expect(importChunk).toHaveBeenCalledTimes(1)
    await loadChunk(importChunk, ['assets/b.js'])
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('fails in Firefox without an import when one of its scripts is missing, and can be requested later', async () => {
    const loadChunk = await loaderIn(firefox)
    const gone = () => Promise.resolve(new Response('Not found', { status: 404 }))
    fetched.mockImplementation(gone)
    const importChunk = vi.fn(async () => 'part')
    const part = expect(loadChunk(importChunk, ['assets/a.js'])).rejects.toThrow('/assets/a.js')
    await vi.runAllTimersAsync()
    await part
    expect(importChunk).not.toHaveBeenCalled()
    fetched.mockImplementation(async () => new Response('export {}'))
    await expect(loadChunk(importChunk, ['assets/a.js'])).resolves.toBe('part')
  })

  it('is preloaded in other browsers and imported at once, and imported again after a failure', async () => {
    const loadChunk = await loaderIn(chromium)
    const importChunk = vi.fn(async () => 'part')
    importChunk.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: a.js'))
    const part = loadChunk(importChunk, ['assets/a.js'])
    await vi.runAllTimersAsync()
    await expect(part).resolves.toBe('part')
    expect(links()).toEqual([['modulepreload', '/assets/a.js']])
    expect(fetched).not.toHaveBeenCalled()
    expect(importChunk).toHaveBeenCalledTimes(2)
  })

  it('waits for its styles, and requests a failed style again', async () => {
    const loadChunk = await loaderIn(chromium)
    const importChunk = vi.fn(async () => 'part')
    const part = loadChunk(importChunk, ['assets/a.css'])
    await vi.advanceTimersByTimeAsync(0)
    document.querySelector('link')?.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(300)
    expect(links()).toEqual([['stylesheet', '/assets/a.css']])
    expect(importChunk).not.toHaveBeenCalled()
    document.querySelector('link')?.dispatchEvent(new Event('load'))
    await expect(part).resolves.toBe('part')
  })

  it('does not make the router reload the page by itself when it never loads', async () => {
    const loadChunk = await loaderIn(chromium)
    const failing = loadChunk(() => Promise.reject(new TypeError('Importing a module script failed.')))
    const said = expect(failing).rejects.toThrow('Importing')
    await vi.runAllTimersAsync()
    await said
    expect(sessionStorage.getItem('tanstack_router_reload:Importing a module script failed.')).toBe('1')
    expect(new MissingChunkError('x').name).toBe('MissingChunkError')
  })

  it('is ready only when the texts that it needs are loaded, and asks for them again after a failure', async () => {
    const loadChunk = await loaderIn(chromium)
    const { addChunkDep } = await import('#lib/lazy/chunk-deps.ts')
    const texts = vi.fn(async () => 'texts').mockRejectedValueOnce(new MissingChunkError('/assets/es.js'))
    const importChunk = async () => {
      addChunkDep(texts)
      return 'part'
    }
    await expect(loadChunk(importChunk, ['assets/a.js'])).rejects.toThrow(MissingChunkError)
    await expect(loadChunk(importChunk, ['assets/a.js'])).resolves.toBe('part')
    expect(texts).toHaveBeenCalledTimes(2)
    // The texts themselves are a chunk of this kind, which must not wait for itself.
    await loadChunk(importChunk)
    expect(texts).toHaveBeenCalledTimes(2)
  })
})
