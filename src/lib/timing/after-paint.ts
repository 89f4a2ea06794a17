/** A page that nobody sees paints nothing, and a worker never does. */
const AT_LATEST_MS = 100

/** Calls back once the browser has painted what has been changed until now, not before `ms` have passed. Returns how not to. */
export function afterPaint(run: () => void, ms = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  const stop = () => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
  const begin = () => {
    if (typeof requestAnimationFrame !== 'function') {
      timer = setTimeout(run)
      return
    }
    timer = setTimeout(() => {
      stop()
      run()
    }, AT_LATEST_MS)
    frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(run)
    })
  }
  if (ms > 0) timer = setTimeout(begin, ms)
  else begin()
  return stop
}
