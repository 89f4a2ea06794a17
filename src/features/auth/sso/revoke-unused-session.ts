import { isExpectedError } from '#api/expected-error.ts'
import { logout } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** Revokes a session that is not used; when the server is unreachable, it expires by itself. */
export function revokeUnusedSession(refresh: string): void {
  api.call(logout, { body: { refresh } }).catch((error: unknown) => {
    if (!isExpectedError(error)) reportError(error)
  })
}
