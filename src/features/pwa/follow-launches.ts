interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/**
 * A shortcut or a text shared from another app, while a window is open (the manifest's `launch_handler`): the window
 * goes there itself, so that nothing typed in it is left behind.
 */
export function followLaunches(go: (href: string) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  const opened = performance.getEntriesByType('navigation')[0]?.name
  let isFirst = true
  launchQueue?.setConsumer(({ targetURL }) => {
    // The launch that opened this window is reported too; the page is there already.
    const isHere = isFirst && targetURL === opened
    isFirst = false
    if (targetURL === undefined || isHere) return
    const { origin, pathname, search, hash } = new URL(targetURL)
    if (origin === location.origin) go(pathname + search + hash)
  })
}
