import { isScreen } from '#lib/service-worker/screen-urls.ts'

/** sessionStorage key: the address of the last launch that this window has handled. */
const STORED_AS = 'handled-launch'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/**
 * Handles a shortcut or a link while a window is open (the manifest's `launch_handler`): the router navigates without a
 * page load, so that typed text is not lost. What another app shares is a POST, which loads a page.
 */
export function followLaunches(go: (href: string) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let isFirst = true
  launchQueue?.setConsumer(({ targetURL }) => {
    if (targetURL === undefined) return
    const last = recordLaunch(targetURL)
    // The launch that opened this window is reported too; its page is already shown. Chromium repeats the last launch
    // after a reload, when the user may have gone on to another screen.
    const isHandled = isFirst && (targetURL === opened?.name || (opened?.type === 'reload' && targetURL === last))
    isFirst = false
    if (isHandled) return
    const { origin, pathname, search, hash } = new URL(targetURL)
    // The bare start URL is the app's icon, by which the user only returns to the open window.
    if (origin !== location.origin || pathname + search === '/chat') return
    // The scope of the app includes pages of the server, as a shared chat, which the router does not have.
    if (isScreen(targetURL)) go(pathname + search + hash)
    else location.assign(targetURL)
  })
}

/** Returns the launch before this one; null for the first, and where storage is blocked. */
function recordLaunch(targetURL: string): string | null {
  try {
    const last = sessionStorage.getItem(STORED_AS)
    sessionStorage.setItem(STORED_AS, targetURL)
    return last
  } catch {
    return null
  }
}
