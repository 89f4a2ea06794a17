import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isApiError } from '#api/errors.ts'
import { isExpectedError } from '#api/expected-error.ts'
import type { User } from '#contract/objects/user.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'

/** Reads the signed-in user again when the server refuses access, because the role may have been removed. */
export function handleRefusal(error: unknown): void {
  if (!isApiError(error) || error.code !== 'permission_denied') return
  refreshUser().catch((failure) => isExpectedError(failure) || reportError(failure))
}

/** Like `handleRefusal`, for the error of a query. */
export function useHandleRefusal(error: unknown): void {
  useEffect(() => handleRefusal(error), [error])
}

/** Runs the route's guard again when the user loses the role while the page is open. */
export function useLeaveWithoutRole(may: (user: User) => boolean): void {
  const router = useRouter()
  const user = useSession()?.user
  const isOut = user !== undefined && !may(user)
  useEffect(() => {
    if (isOut) void router.invalidate()
  }, [isOut, router])
}
