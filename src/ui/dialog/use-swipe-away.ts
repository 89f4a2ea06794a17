import { type PointerEvent, type RefObject, useCallback } from 'react'
import { flushSync } from 'react-dom'
import { followSwipe } from '#lib/browser/follow-swipe.ts'

/** The part of its size by which a sheet is moved before a release closes it. */
const FAR = 0.3

/**
 * Returns the handler with which a sheet is swiped away by touch: down from its head, or to the right. It is closed as
 * by its close button; an unfinished swipe lets it return.
 */
export function useSwipeAway(sheet: RefObject<HTMLElement | null>, to: 'down' | 'right', close: () => void) {
  return useCallback(
    ({ nativeEvent }: PointerEvent) => {
      const element = sheet.current
      if (element === null) return
      const shift = (distance: string) => {
        element.style.transform = to === 'down' ? `translateY(${distance})` : `translateX(${distance})`
      }
      const back = () => {
        element.style.transition = ''
        element.style.transform = ''
      }
      followSwipe(nativeEvent, {
        axis: to === 'down' ? 'y' : 'x',
        onMove: (distance) => {
          element.style.transition = 'none'
          shift(`${Math.max(0, distance)}px`)
        },
        onEnd: (distance, isFast) => {
          const size = to === 'down' ? element.offsetHeight : element.offsetWidth
          if (distance <= 0 || !(isFast || distance > size * FAR)) return back()
          // It leaves from where the finger let it go, not from its place.
          element.style.transition = ''
          shift('100%')
          flushSync(close)
          // It may stay open, for example while its form is sent.
          if (element.hasAttribute('data-open')) back()
        },
        onCancel: back,
      })
    },
    [sheet, to, close],
  )
}
