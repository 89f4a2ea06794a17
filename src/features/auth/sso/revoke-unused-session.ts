import { isExpectedError } from '#api/expected-error.ts'
import { logout } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** A session that nobody uses any more is not left lying about; where nobody can be reached, it ages out. */
export function endUnused(refresh: string): void {
  api.call(logout, { body: { refresh } }).catch((error: unknown) => {
    if (!isExpectedError(error)) reportError(error)
  })
}
