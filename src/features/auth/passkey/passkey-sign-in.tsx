import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { configQuery } from '#data/config-query.ts'
import { canAutofillPasskeys, endPasskeyOffer, hasPasskeys } from '#data/passkeys.ts'
import { queryClient } from '#data/query-client.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { askToSignIn, offerToSignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

/** A challenge lasts five minutes: a login page that stays open asks for another one in time. */
const RENEW_MS = 4 * 60_000

/** Signs in by a passkey alone: by a button, and by the list of the email field where the browser can. */
export function PasskeySignIn({ gone }: { gone: () => Promise<void> }) {
  const { data } = useQuery(configQuery, queryClient)
  const [attempt, setAttempt] = useState(0)
  /** The browser's dialog asks for a passkey, or the server checks one: another offer would end that. */
  const isBusy = useRef(false)
  const isOffered = data?.passkeys === true && hasPasskeys()
  const offerAgain = () => {
    isBusy.current = false
    setAttempt((count) => count + 1)
  }
  const enter = useEffectEvent(async (isLeft: () => boolean) => {
    // Errors before a passkey is chosen, such as no network, are not shown: the button reports them when it is pressed.
    const passkey = await offerToSignIn(() => isLeft() || isBusy.current).catch(() => undefined)
    if (passkey === undefined || isLeft()) return
    isBusy.current = true
    await signInWithPasskey(passkey).catch((error) => {
      toastFailure(error)
      offerAgain()
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered again after each attempt
  useEffect(() => {
    if (!isOffered) return
    const controller = new AbortController()
    const { signal } = controller
    let renewal: ReturnType<typeof setInterval> | undefined
    const offer = () => void enter(() => signal.aborted)
    const renew = () => {
      // The end of the attempt offers again.
      if (isBusy.current) return
      if (document.hasFocus()) return offer()
      // A passkey that was picked from the list may be in use: the browser's dialog for it has the focus.
      window.addEventListener('focus', offer, { once: true, signal })
    }
    canAutofillPasskeys().then(
      (can) => {
        if (!can || signal.aborted) return
        offer()
        renewal = setInterval(renew, RENEW_MS)
      },
      // A browser that fails to answer counts as one without passkeys in the list of the field.
      () => undefined,
    )
    return () => {
      controller.abort()
      clearInterval(renewal)
      endPasskeyOffer()
    }
  }, [isOffered, attempt])
  if (!isOffered) return null
  return (
    <PasskeyButton
      size="l"
      ask={() => {
        isBusy.current = true
        return askToSignIn()
      }}
      onAnswer={async (passkey) => {
        await signInWithPasskey(passkey)
        await gone()
      }}
      onLeft={offerAgain}
    >
      <Trans>Log in with a passkey</Trans>
    </PasskeyButton>
  )
}
