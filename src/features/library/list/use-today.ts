import { useEffect, useState } from 'react'

/** The present day: changes at midnight and when the page comes back into view. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const look = () => {
      if (document.visibilityState === 'visible' && new Date() >= midnight) setNow(new Date())
    }
    const timer = setTimeout(look, midnight.getTime() - Date.now() + 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [now])
  return now
}
