import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { checkEmail as checkEmailCall } from '#contract/endpoints/accounts.ts'
import { Email } from '#contract/primitives.ts'
import { api } from '#session/api.ts'

/** Checks, when the field loses the focus, whether the typed address already has an account. */
export function useEmailTaken() {
  const [known, setKnown] = useState<string | null>(null)
  const pending = useRef<{ email: string; controller: AbortController } | null>(null)
  useEffect(() => () => pending.current?.controller.abort(), [])

  function look(typed: string) {
    const { success, output: email } = v.safeParse(Email, typed)
    if (!success || pending.current?.email === email) return
    pending.current?.controller.abort()
    const controller = new AbortController()
    pending.current = { email, controller }
    void checkEmail(email, controller.signal).then((exists) => {
      if (controller.signal.aborted) return
      if (exists) setKnown(email)
      // False may also mean a network error, so the same address may be checked again.
      else pending.current = null
    })
  }
  /** Discards the result and aborts a running check, because the text has changed. */
  function forget() {
    pending.current?.controller.abort()
    pending.current = null
    setKnown(null)
  }
  return { isKnown: known !== null, look, forget }
}

/** Returns whether an account has this address; false when the check fails, because it is only a convenience. */
async function checkEmail(email: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { exists } = await api.call(checkEmailCall, { body: { email }, signal })
    return exists
  } catch {
    // Offline, too many attempts or an aborted check: the registration itself reports relevant errors.
    return false
  }
}
