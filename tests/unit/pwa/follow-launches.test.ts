// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followLaunches } from '#features/pwa/follow-launches.ts'

const origin = 'https://companion.example'

beforeEach(() => vi.stubGlobal('location', { origin, assign: vi.fn() }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

/** A page of the installed app that the browser has loaded from the path; `launch` is what the browser calls. */
function openWindow(path: string, type: NavigationTimingType = 'navigate') {
  const entry = { name: origin + path, type }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as PerformanceNavigationTiming])
  let consumer: ((launch: { targetURL?: string }) => void) | undefined
  vi.stubGlobal('launchQueue', { setConsumer: (follow: typeof consumer) => (consumer = follow) })
  const go = vi.fn()
  followLaunches(go)
  const launch = (target: string) => consumer?.({ targetURL: new URL(target, origin).href })
  return { go, launch }
}

describe('a launch of the installed app', () => {
  it('navigates within the open window, but not again to the page that it has opened', () => {
    const { go, launch } = openWindow('/chat/new')
    launch('/chat/new')
    expect(go).not.toHaveBeenCalled()
    launch('/chat?list=open')
    expect(go.mock.calls).toEqual([['/chat?list=open']])
    launch('https://other.example/chat/new')
    expect(go).toHaveBeenCalledTimes(1)
  })

  it.each(['/share/a-token', '/newsletter/archive?page=2', '/legal/privacy', '/api-docs.html'])(
    'loads %s from the server, because it is no screen of the app',
    (page) => {
      const { go, launch } = openWindow('/chat')
      launch(page)
      expect(location.assign).toHaveBeenCalledExactlyOnceWith(origin + page)
      expect(go).not.toHaveBeenCalled()
    },
  )

  it('leaves the screen as it is when the user has pressed the icon of the app', () => {
    const { go, launch } = openWindow('/chat/a-chat')
    launch('/chat')
    expect(go).not.toHaveBeenCalled()
    launch('/chat?list=open')
    expect(go.mock.calls).toEqual([['/chat?list=open']])
  })

  it('is not followed again when the page is reloaded on a later screen', () => {
    openWindow('/chat/new').launch('/chat/new')
    const reloaded = openWindow('/chat/a-chat', 'reload')
    reloaded.launch('/chat/new')
    expect(reloaded.go).not.toHaveBeenCalled()
    reloaded.launch('/chat/new')
    expect(reloaded.go.mock.calls).toEqual([['/chat/new']])
  })

  it('does not leave the app again for a page of the server when the page is reloaded', () => {
    openWindow('/chat').launch('/share/a-token')
    openWindow('/chat/a-chat', 'reload').launch('/share/a-token')
    expect(location.assign).toHaveBeenCalledTimes(1)
  })

  it('is followed after a reload when it is another one than before', () => {
    openWindow('/chat/new').launch('/chat/new')
    const reloaded = openWindow('/chat/a-chat', 'reload')
    reloaded.launch('/chat?list=open')
    expect(reloaded.go.mock.calls).toEqual([['/chat?list=open']])
  })

  it('is followed where storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    const { go, launch } = openWindow('/chat')
    launch('/chat/new')
    expect(go.mock.calls).toEqual([['/chat/new']])
  })
})
