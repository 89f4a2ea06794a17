import { suppressPress } from './suppress-press.ts'

/** The pixels after which a movement is a swipe, and how much it must exceed the other direction. */
const BEGUN = 12
const STRAIGHT = 1.5
/** A swipe that starts so near to a side of the window is the browser's own gesture to go back. */
const EDGE = 24
/** The pixels in a millisecond from which a short swipe counts too. */
const FAST = 0.5

export interface Swipe {
  axis: 'x' | 'y'
  /** Called with the distance from the start, in pixels. */
  onMove: (distance: number) => void
  /** Called once after a swipe; `isFast`: it ended as a flick in its direction. */
  onEnd: (distance: number, isFast: boolean) => void
  onCancel: () => void
}

/**
 * Follows a touch from its `pointerdown` and reports it once it is a swipe along `axis`; the click of a swipe is
 * suppressed. The element needs a `touch-action` that leaves the axis to the page.
 */
export function followSwipe(start: PointerEvent, { axis, onMove, onEnd, onCancel }: Swipe): void {
  if (start.pointerType === 'mouse' || !start.isPrimary) return
  if (axis === 'x' && (start.clientX < EDGE || start.clientX > window.innerWidth - EDGE)) return
  const controller = new AbortController()
  const { signal } = controller
  let isSwipe = false
  let last = { at: 0, time: start.timeStamp, speed: 0 }
  const along = ({ clientX, clientY }: PointerEvent) => {
    const [x, y] = [clientX - start.clientX, clientY - start.clientY]
    return axis === 'x' ? { own: x, other: y } : { own: y, other: x }
  }
  const cancel = () => {
    controller.abort()
    if (isSwipe) onCancel()
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const { own, other } = along(event)
    if (!isSwipe) {
      if (Math.abs(other) > BEGUN && Math.abs(other) >= Math.abs(own)) return controller.abort()
      if (Math.abs(own) < BEGUN || Math.abs(own) < STRAIGHT * Math.abs(other)) return
      isSwipe = true
      suppressPress()
    }
    const passed = Math.max(1, event.timeStamp - last.time)
    last = { at: own, time: event.timeStamp, speed: (own - last.at) / passed }
    onMove(own)
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    controller.abort()
    const { own } = along(event)
    if (isSwipe) onEnd(own, Math.abs(last.speed) > FAST && Math.sign(last.speed) === Math.sign(own))
  }
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', end, { signal })
  document.addEventListener('pointercancel', cancel, { signal })
}
