import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isApiError } from '#api/errors.ts'
import { isExpectedError } from '#api/expected-error.ts'
import type { User } from '#contract/objects/user.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'

/** The server says that this person may not: their role may be gone, so what is known of them is read anew. */
export function handleRefusal(error: unknown): void {
  if (!isApiError(error) || error.code !== 'permission_denied') return
  refreshUser().catch((failure) => isExpectedError(failure) || reportError(failure))
}

/** The same for what was read. */
export function useHandleRefusal(error: unknown): void {
  useEffect(() => handleRefusal(error), [error])
}

/** Has the page's guard look again when somebody loses their role while the page is open. */
export function useLeaveWithoutRole(may: (user: User) => boolean): void {
  const router = useRouter()
  const user = useSession()?.user
  const isOut = user !== undefined && !may(user)
  useEffect(() => {
    if (isOut) void router.invalidate()
  }, [isOut, router])
}
