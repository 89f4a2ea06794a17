import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets CSS variables in pixels on an element for the visible part of the page while an on-screen keyboard is open (iOS
 * lays the keyboard over the page): `--screen-height` and `--screen-top` of that part, `--screen-covered` for the
 * hidden height. The styles have defaults for browsers without `visualViewport`.
 */
export function useVisualViewport(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // Pinch zoom also changes the visual viewport, but must not change the layout.
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
