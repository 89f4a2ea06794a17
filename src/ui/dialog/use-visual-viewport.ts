import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells an element how much of the page is visible while an on-screen keyboard is open (iOS lays the keyboard over the
 * page), in CSS pixels: `--screen-height` and `--screen-top` of the visible part, and in `--screen-covered` the height
 * that is not visible. Styles give values for browsers without `visualViewport`.
 */
export function useVisualViewport(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // A pinched page keeps its layout: the person is looking closer, not typing.
      if (viewport.scale !== 1) return
      const covered = Math.max(0, document.documentElement.clientHeight - viewport.height)
      element.current?.style.setProperty('--screen-height', `${viewport.height}px`)
      element.current?.style.setProperty('--screen-top', `${viewport.offsetTop}px`)
      element.current?.style.setProperty('--screen-covered', `${covered}px`)
    }
    follow()
    viewport.addEventListener('resize', follow)
    viewport.addEventListener('scroll', follow)
    return () => {
      viewport.removeEventListener('resize', follow)
      viewport.removeEventListener('scroll', follow)
    }
  }, [element])
}
