import { useEffect } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { loadOffers } from '#offline/ratings/offers.ts'
import { api } from '#session/api.ts'

/** Loads the user's offers for rating to this device while the component is mounted and online. */
export function useLoadOffers(userId: number, isOnline: boolean): void {
  useEffect(() => {
    if (!isOnline) return
    const controller = new AbortController()
    loadOffers({ db: database(), api, userId }, controller.signal).catch((error: unknown) => {
      // What this device knows is shown; the next visit tries again.
      if (!controller.signal.aborted && !isExpectedError(error)) reportError(error)
    })
    return () => controller.abort()
  }, [userId, isOnline])
}
