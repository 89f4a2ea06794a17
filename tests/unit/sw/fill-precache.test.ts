import { afterEach, describe, expect, it, vi } from 'vitest'
import { fillPrecache } from '../../../sw/cache/fill-precache.ts'

const here = 'https://companion.example/'
const assets = ['assets/a-1.js', 'assets/b-1.js', 'assets/c-1.js', 'assets/d-1.js', 'assets/e-1.js', 'assets/f-1.js']
const page = 'chat.html?__WB_REVISION__=new'
const files = new Map([...assets.map((url) => [url, url] as const), ['chat.html', page] as const].map(atOrigin))

function atOrigin([url, key]: readonly [string, string]): [string, string] {
  return [here + url, here + key]
}

/** Fills a cache that has `stored`; returns what was requested in which mode, how many at once, and the look-ups. */
async function fill(stored: readonly string[]) {
  const record = { requested: new Map<string, RequestCache>(), open: 0, most: 0, lookups: 0 }
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => stored.map((url) => ({ url: here + url })),
      match: async () => {
        record.lookups += 1
      },
    }),
  })
  await fillPrecache('shell', files, async (request, cacheKey) => {
    record.open += 1
    record.most = Math.max(record.most, record.open)
    await Promise.resolve()
    record.open -= 1
    record.requested.set(cacheKey.replace(here, ''), request.cache)
  })
  return { ...record, requested: Object.fromEntries(record.requested) }
}

describe('filling the precache', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('requests every file at the first installation, four at a time', async () => {
    const { requested, most } = await fill([])
    expect(Object.keys(requested).sort()).toEqual([...assets, page])
    expect(most).toBe(4)
  })

  it('requests for an update only what is not stored, and looks no file up by itself', async () => {
    const { requested, lookups } = await fill([...assets.slice(1), page])
    expect(requested).toEqual({ 'assets/a-1.js': 'default' })
    expect(lookups).toBe(0)
  })

  it('requests a page whose revision has changed, past the cache of the browser', async () => {
    const { requested } = await fill([...assets, 'chat.html?__WB_REVISION__=old'])
    expect(requested).toEqual({ [page]: 'reload' })
  })
})
