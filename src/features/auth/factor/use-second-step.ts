import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { challengeOf } from './challenge-of.ts'

/** Opens the second step of signing in when a failure asks for it; false for any other failure. */
export function useSecondStep(): (error: unknown) => boolean {
  const router = useRouter()
  const { redirect } = useSearch({ strict: false })
  return useCallback(
    (error) => {
      const challenge = challengeOf(error)
      if (challenge === undefined) return false
      void router.navigate({
        to: '/auth/second-factor',
        search: { redirect: typeof redirect === 'string' ? redirect : undefined },
        state: { challenge },
      })
      return true
    },
    [router, redirect],
  )
}
