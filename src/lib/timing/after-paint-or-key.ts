import { afterPaint } from './after-paint.ts'

/**
 * `afterPaint`, but a key that is pressed before calls back at once: what is typed on belongs to what the callback
 * shows.
 */
export function afterPaintOrKey(run: () => void): void {
  const act = () => {
    window.removeEventListener('keydown', act, true)
    cancel()
    run()
  }
  const cancel = afterPaint(act)
  // In the capture phase, so that what the callback renders already handles this key.
  window.addEventListener('keydown', act, true)
}
