/** The fallback timeout: a hidden page and a worker paint nothing. */
const AT_LATEST_MS = 100

/** Calls back after the paint of the current changes, not before `ms` have passed. Returns a cancel function. */
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
