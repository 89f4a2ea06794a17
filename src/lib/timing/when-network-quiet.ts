/**
 * Resolves when the page has finished loading and no request of it has ended for `quietMs`; at the latest `withinMs`
 * after the load, or after the call where the page is loaded already. Requests that are still open do not count: event
 * streams never end, and the browser reports a request only when it has ended.
 */
export async function whenNetworkQuiet(quietMs: number, withinMs: number): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  return new Promise((resolve) => {
    let timer = setTimeout(end, quietMs)
    const latest = setTimeout(end, withinMs)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(end, quietMs)
    })
    observer.observe({ type: 'resource' })
    function end() {
      observer.disconnect()
      clearTimeout(timer)
      clearTimeout(latest)
      resolve()
    }
  })
}
