import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { validateSso as validateSsoCall } from '#contract/endpoints/accounts.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { api } from '#session/api.ts'
import { CHAT_PATH } from '#session/guards/paths.ts'
import { takeReturnUrl } from '#session/guards/return-url.ts'
import { signIn } from '#session/session-actions.ts'
import { hadDatabase } from '#session/state/database-owner.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { secondStepOf } from '../factor/second-step-of.ts'
import { oncePerToken } from '../once-per-token.ts'
import { Outcome } from '../outcome.tsx'
import { ServerUnreachable } from '../server-unreachable.tsx'
import { ContinueAs } from './continue-as.tsx'
import { OtherUser } from './other-user.tsx'
import { retainOwnSession } from './retain-own-session.ts'

type State = 'asking' | { error: unknown } | { other: Authenticated; isSomebodyHere: boolean }

/** Signs in with the token of another app; asks first when the user is new on this device or another is signed in. */
export function SsoCheck({ token }: { token: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const [state, setState] = useState<State>('asking')
  const [attempt, setAttempt] = useState(0)
  const goOn = useCallback(() => router.history.replace(takeReturnUrl()), [router])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    let isLeft = false
    async function ask() {
      try {
        const found = await validateSso(token)
        if (isLeft) return
        const isRetained = await retainOwnSession(found)
        if (isLeft) return
        if (isRetained) return goOn()
        const here = currentSession()?.user.id
        const isKnown = here === undefined ? hadDatabase(found.user.id) : here === found.user.id
        if (!isKnown) return setState({ other: found, isSomebodyHere: here !== undefined })
        await signIn(found)
        if (!isLeft) goOn()
      } catch (error) {
        if (isLeft) return
        if (!isApiError(error) || error.status >= 500 || error.status === 429) return setState({ error })
        const step = secondStepOf(error)
        if (step !== undefined && currentSession() === null) {
          return void router.navigate({ to: '/auth/second-factor', replace: true, state: step })
        }
        if (currentSession() !== null) {
          toastFailure(error)
          return router.history.replace(CHAT_PATH)
        }
        await router.navigate({ to: '/auth/login', replace: true, state: { notice: 'sign-in-failed' } })
      }
    }
    void ask()
    return () => {
      isLeft = true
    }
  }, [token, attempt, router, goOn])

  if (state === 'asking') return <Outcome takesFocus={attempt > 0} title={t`Signing you in…`} />
  if ('other' in state) {
    const { other, isSomebodyHere } = state
    if (isSomebodyHere) return <OtherUser other={other} onSettled={goOn} />
    const proceed = async () => {
      const here = currentSession()?.user.id
      // Another tab has signed in another user in the meantime.
      if (here !== undefined && here !== other.user.id) return setState({ other, isSomebodyHere: true })
      if (!(await retainOwnSession(other))) await signIn(other)
      goOn()
    }
    const leave = () => void router.navigate({ to: '/auth/login', replace: true })
    return <ContinueAs other={other} onContinue={proceed} onDecline={leave} />
  }
  const retry = () => {
    setState('asking')
    setAttempt(attempt + 1)
  }
  return <ServerUnreachable error={state.error} onRetry={retry} />
}

/** Exchanges another app's token for a session. Throws ApiError `token_not_valid` for a used or old token. */
const validateSso = oncePerToken((token) => api.call(validateSsoCall, { body: { token } }))
