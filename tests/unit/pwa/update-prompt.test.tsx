import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

const reported = vi.fn()
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => vi.unstubAllGlobals())

/** The prompt in its own page, without a service worker. */
async function draw() {
  const [{ UpdatePrompt }, { Toaster }, { PromptBar }, { appUpdate }, { onBeforeReload }] = await Promise.all([
    import('#features/pwa/update-prompt.tsx'),
    import('#ui/feedback/toaster.tsx'),
    import('#ui/feedback/prompt-bar.tsx'),
    import('#lib/app-update/app-update.ts'),
    import('#lib/app-update/before-reload.ts'),
  ])
  const page = await render(
    <>
      <Toaster />
      <PromptBar />
      <UpdatePrompt />
    </>,
  )
  const choose = (label: string) =>
    interact(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click())
  const says = (words: string) => vi.waitFor(() => expect(page.textContent).toContain(words))
  return { page, appUpdate, onBeforeReload, choose, says }
}

describe('the offer of an update', () => {
  it('can be dismissed, and returns with a still newer build', async () => {
    const { page, appUpdate, choose, says } = await draw()
    expect(page.textContent).toBe('')
    await interact(() => appUpdate.send('found'))
    await says('A new version is ready')
    await choose('Later')
    await vi.waitFor(() => expect(page.textContent).toBe(''))
    await interact(() => appUpdate.send('found'))
    await says('A new version is ready')
  })

  it('remains dismissed when the language changes', async () => {
    const { page, appUpdate, choose, says } = await draw()
    await interact(() => appUpdate.send('found'))
    await says('A new version is ready')
    await choose('Later')
    await interact(() => activateLanguage('es'))
    expect(page.textContent).toBe('')
    await interact(() => appUpdate.send('found'))
    await says('Hay una versión nueva')
  })

  it('says that typed text could not be saved, and stays', async () => {
    const { appUpdate, onBeforeReload, choose, says } = await draw()
    onBeforeReload(() => Promise.reject(new Error('The disk is full')))
    await interact(() => appUpdate.send('found'))
    await choose('Update')
    await says('Your draft could not be saved on this device. Copy it, then update again')
    await says('A new version is ready')
    expect(reported).toHaveBeenCalledWith(new Error('The disk is full'))
  })

  it('says that the server is unreachable, where the new page must come from there, and stays', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { appUpdate, choose, says } = await draw()
    await interact(() => appUpdate.send('outdated'))
    await choose('Update')
    await says('Companion can’t be reached right now. Update again when you are online')
    await says('A new version is ready')
  })

  it('says that the newer worker has not taken over in time, and stays', async () => {
    const waiting = { postMessage: vi.fn() }
    const workers = Object.assign(new EventTarget(), {
      controller: waiting,
      getRegistration: async () => ({ waiting }),
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }))
    const { appUpdate, choose, says } = await draw()
    await interact(() => appUpdate.send('found'))
    await choose('Update')
    await vi.waitFor(() => expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }))
    await interact(() => {
      while (appUpdate.state.at === 'activating') appUpdate.send('overdue')
    })
    await says('The new version is still being prepared. Update again in a minute')
    await says('A new version is ready')
  })
})
