import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PersistentStorage } from '#features/settings/sync/storage/persistent-storage.tsx'
import { render } from '#support/browser/render.tsx'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const sentence = 'After seven days without a visit this browser deletes it'

/** A browser with that user agent that does not protect storage, in a tab or as the installed app. */
function inBrowser(userAgent: string, { installed = false } = {}): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.stubGlobal('matchMedia', () => ({ matches: installed }))
}

beforeEach(() => {
  const storage = { persist: async () => false, persisted: async () => false }
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'storage')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The text about the storage, once it is loaded. */
async function words(): Promise<string> {
  const container = await render(<PersistentStorage />)
  await vi.waitFor(() => expect(container.textContent).toContain('When the device runs out of room'))
  return container.textContent ?? ''
}

describe('the storage section of the settings', () => {
  it('names the seven days after which Safari deletes the data', async () => {
    inBrowser(iphone)
    expect(await words()).toContain(sentence)
  })

  it('does not name them in the installed app, which keeps the data', async () => {
    inBrowser(iphone, { installed: true })
    expect(await words()).not.toContain(sentence)
  })

  it('does not name them in other browsers', async () => {
    inBrowser(android)
    expect(await words()).not.toContain(sentence)
  })
})
