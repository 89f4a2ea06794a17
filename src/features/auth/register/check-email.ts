import { checkEmail as checkEmailCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** Returns whether an account has this address; false when the check fails, because it is only a convenience. */
export async function checkEmail(email: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { exists } = await api.call(checkEmailCall, { body: { email }, signal })
    return exists
  } catch {
    // Offline, too many attempts or an aborted check: the registration itself reports relevant errors.
    return false
  }
}
