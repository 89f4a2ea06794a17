import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { configQuery } from '#data/config-query.ts'
import { canAutofillPasskeys, endPasskeyOffer, hasPasskeys } from '#data/passkeys.ts'
import { queryClient } from '#data/query-client.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { askToSignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

/** A challenge lasts five minutes: a login page that stays open asks for another one in time. */
const RENEW_MS = 4 * 60_000

/** Signs in by a passkey alone: by a button, and by the list of the email field where the browser can. */
export function PasskeySignIn({ gone }: { gone: () => Promise<void> }) {
  const { data } = useQuery(configQuery, queryClient)
  const [attempt, setAttempt] = useState(0)
  const isOffered = data?.passkeys === true && hasPasskeys()
  const enter = useEffectEvent(async (isLeft: () => boolean) => {
    // Errors before a passkey is chosen, such as no network, are not shown: the button reports them when it is pressed.
    const passkey = await askToSignIn({ isAutofill: true }).catch(() => undefined)
    if (passkey === undefined || isLeft()) return
    await signInWithPasskey(passkey).catch((error) => {
      toastFailure(error)
      setAttempt((count) => count + 1)
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered again after each attempt
  useEffect(() => {
    if (!isOffered) return
    let isLeft = false
    let renewal: ReturnType<typeof setInterval> | undefined
    const offer = () => void enter(() => isLeft)
    canAutofillPasskeys().then(
      (can) => {
        if (!can || isLeft) return
        offer()
        renewal = setInterval(offer, RENEW_MS)
      },
      // A browser that fails to answer counts as one without passkeys in the list of the field.
      () => undefined,
    )
    return () => {
      isLeft = true
      clearInterval(renewal)
      endPasskeyOffer()
    }
  }, [isOffered, attempt])
  if (!isOffered) return null
  return (
    <PasskeyButton
      size="l"
      ask={() => askToSignIn({})}
      onAnswer={async (passkey) => {
        await signInWithPasskey(passkey)
        await gone()
      }}
      onLeft={() => setAttempt((count) => count + 1)}
    >
      <Trans>Log in with a passkey</Trans>
    </PasskeyButton>
  )
}
