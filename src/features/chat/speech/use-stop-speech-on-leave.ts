import { useEffect } from 'react'
import { stop } from './speaker.ts'

/** Nothing goes on speaking from a chat that is no longer open, nor from a page that is gone. */
export function useQuietOnLeaving(): void {
  useEffect(() => {
    const leave = () => stop()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      stop()
    }
  }, [])
}
