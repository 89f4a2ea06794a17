import { type RefObject, useEffect } from 'react'

/**
 * Keeps the screen exactly as high as what the on-screen keyboard leaves free, through `--screen-height` and
 * `--screen-top` in CSS pixels, so that the composer stands on the keyboard (iOS lays the keyboard over the page).
 */
export function useVisualViewport(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // A pinched page keeps its layout: the person is looking closer, not typing.
      if (viewport.scale !== 1) return
      screen.current?.style.setProperty('--screen-height', `${viewport.height}px`)
      screen.current?.style.setProperty('--screen-top', `${viewport.offsetTop}px`)
    }
    follow()
    viewport.addEventListener('resize', follow)
    viewport.addEventListener('scroll', follow)
    return () => {
      viewport.removeEventListener('resize', follow)
      viewport.removeEventListener('scroll', follow)
    }
  }, [screen])
}
