import { useEffect, useState } from 'react'

/** Calls `restore` once; whether it has ended, also with an error, which is reported. */
export function useRestored(restore: () => Promise<void>): boolean {
  const [first] = useState(() => restore)
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    void first()
      .catch(reportError)
      .then(() => setRestored(true))
  }, [first])
  return isRestored
}
