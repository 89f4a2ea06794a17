import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '#contract/primitives.ts'
import { checkEmail } from './check-email.ts'

/** Tells whether the address that was typed has an account already, once its field is left. */
export function useKnownAddress() {
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
      // A "no" may be a lost network; the same address may be asked about again.
      else pending.current = null
    })
  }
  /** Whatever is typed next is another address until its field is left. */
  function forget() {
    pending.current?.controller.abort()
    pending.current = null
    setKnown(null)
  }
  return { isKnown: known !== null, look, forget }
}
