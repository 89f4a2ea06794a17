import { useEffect, useState } from 'react'

/** `failed`: what is stored is not known, so an editor that opened now would overwrite it. */
type Restoring = { state: 'reading' | 'restored' } | { state: 'failed'; error: unknown; retry: () => void }

/** Calls `restore` once, and again on request after it has failed. */
export function useRestored(restore: () => Promise<void>): Restoring {
  const [first] = useState(() => restore)
  const [attempt, setAttempt] = useState(0)
  const [restoring, setRestoring] = useState<Restoring>({ state: 'reading' })
  useEffect(() => {
    const retry = () => setAttempt(attempt + 1)
    first().then(
      () => setRestoring({ state: 'restored' }),
      (error: unknown) => {
        reportError(error)
        setRestoring({ state: 'failed', error, retry })
      },
    )
  }, [first, attempt])
  return restoring
}
