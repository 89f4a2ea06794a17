import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { secondStepOf } from './second-step-of.ts'

/** Opens the second step of signing in when a failure asks for it; false for any other failure. */
export function useSecondStep(): (error: unknown) => boolean {
  const router = useRouter()
  const { redirect } = useSearch({ strict: false })
  return useCallback(
    (error) => {
      const step = secondStepOf(error)
      if (step === undefined) return false
      void router.navigate({
        to: '/auth/second-factor',
        search: { redirect: typeof redirect === 'string' ? redirect : undefined },
        state: step,
      })
      return true
    },
    [router, redirect],
  )
}
