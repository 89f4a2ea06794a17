import { useEffect } from 'react'
import { stop } from './speaker.ts'

/** Stops speech output when the chat or the page is left. */
export function useStopSpeechOnLeave(): void {
  useEffect(() => {
    const leave = () => stop()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      stop()
    }
  }, [])
}
