import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { isExpectedError } from '#api/expected-error.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { loadExchanges, queryExchanges, type RatingQueue } from '#offline/ratings/exchanges.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'
import { useOnline } from '#ui/use-online.ts'

/** With fewer exchanges on the device than this, more are fetched, so that there is something to rate offline. */
const FEW = 3

interface Exchanges {
  queue: RatingQueue | undefined
  /** The server has refused: the account is no validator, or no more. */
  isRefused: boolean
  /** The error of the last request; null when it succeeded. Exchanges may still be stored on this device. */
  error: unknown
  reload: () => void
}

/** Returns the exchanges on this device, and fetches more when few are left and there is a network. */
export function useExchanges(userId: number): Exchanges {
  const isOnline = useOnline()
  const queue = useLiveQuery(() => queryExchanges(database(), userId), [userId])
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isFew = queue !== undefined && queue.exchanges.length < FEW
  const waiting = queue?.waiting ?? 0
  // Asked again after each rating that was sent, because the server then assigns another exchange.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two counts only repeat the request
  useEffect(() => {
    if (!isOnline || !isFew) return
    const controller = new AbortController()
    loadExchanges({ db: database(), api, userId }, controller.signal)
      .then(() => setError(null))
      .catch((reason: unknown) => {
        if (controller.signal.aborted) return
        setError(reason)
        if (!isExpectedError(reason) && !isRefusal(reason)) reportError(reason)
      })
    return () => controller.abort()
  }, [userId, isOnline, isFew, waiting, attempt])
  const isRefused = isRefusal(error)
  const isLoaded = queue?.isLoaded === true && error === null
  const isValidator = useSession()?.user.profile.is_validator === true
  // The role has changed since this device loaded the user: the menu follows it.
  const isOutdated = isOnline && ((isRefused && isValidator) || (isLoaded && !isValidator))
  useEffect(() => {
    if (!isOutdated) return
    const controller = new AbortController()
    refreshUser(controller.signal).catch((reason: unknown) => {
      if (!controller.signal.aborted && !isExpectedError(reason)) reportError(reason)
    })
    return () => controller.abort()
  }, [isOutdated])
  const reload = useCallback(() => setAttempt((before) => before + 1), [])
  return { queue, isRefused, error, reload }
}

const isRefusal = (error: unknown): boolean => isApiError(error) && error.code === 'permission_denied'
