import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { signIn } from '#session/actions.ts'
import { CHAT_PATH } from '#session/paths.ts'
import { takePlace } from '#session/redirect-place.ts'
import { currentSession } from '#session/session-atom.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { OtherPerson } from './other-person.tsx'
import { Outcome } from './outcome.tsx'
import { Unreached } from './unreached.tsx'
import { validateSso } from './validate-sso.ts'

type State = 'asking' | { error: unknown } | { other: Authenticated }

/** Signs in by the token of another app; never in the place of somebody else without asking. */
export function SsoCheck({ token }: { token: string }) {
  const router = useRouter()
  const [state, setState] = useState<State>('asking')
  const [attempt, setAttempt] = useState(0)
  const goOn = useCallback(() => router.history.replace(takePlace()), [router])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let isLeft = false
    async function ask() {
      try {
        const found = await validateSso(token)
        if (isLeft) return
        const here = currentSession()?.user.id
        if (here !== undefined && here !== found.user.id) return setState({ other: found })
        await signIn(found)
        if (!isLeft) goOn()
      } catch (error) {
        if (isLeft) return
        if (!isApiError(error) || error.status >= 500 || error.status === 429) return setState({ error })
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

  if (state === 'asking') return <Outcome takesFocus={attempt > 0} title={<Trans>Signing you in…</Trans>} />
  if ('other' in state) return <OtherPerson other={state.other} onSettled={goOn} />
  const retry = () => {
    setState('asking')
    setAttempt(attempt + 1)
  }
  return <Unreached error={state.error} onRetry={retry} />
}
