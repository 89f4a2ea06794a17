import { isScreen } from '#lib/service-worker/screen-urls.ts'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/**
 * Handles a shortcut or shared text while a window is open (the manifest's `launch_handler`): the router navigates
 * without a page load, so that typed text is not lost.
 */
export function followLaunches(go: (href: string) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  const opened = performance.getEntriesByType('navigation')[0]?.name
  let isFirst = true
  launchQueue?.setConsumer(({ targetURL }) => {
    // The launch that opened this window is reported too; its page is already shown.
    const isHere = isFirst && targetURL === opened
    isFirst = false
    if (targetURL === undefined || isHere) return
    const { origin, pathname, search, hash } = new URL(targetURL)
    if (origin !== location.origin) return
    // The scope of the app includes pages of the server, as a shared chat, which the router does not have.
    if (isScreen(targetURL)) go(pathname + search + hash)
    else location.assign(targetURL)
  })
}
