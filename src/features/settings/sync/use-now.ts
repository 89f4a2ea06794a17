import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Now, in milliseconds since 1970, anew each minute and whenever `also` changes: for "5 minutes ago". */
export function useMinute(also: unknown): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is compared with the present changes too.
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [also])
  return now
}
