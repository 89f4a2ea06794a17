import { checkEmail as checkEmailCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** Whether an account has this address; false where nobody can tell: it is a kindness and stands in nobody's way. */
export async function checkEmail(email: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { exists } = await api.call(checkEmailCall, { body: { email }, signal })
    return exists
  } catch {
    // Offline, too many tries, a page that is left: registering itself will say what matters.
    return false
  }
}
