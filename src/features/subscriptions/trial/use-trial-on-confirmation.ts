import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAction } from '#data/use-action.ts'
import { beginTrial } from './begin-trial.ts'

/**
 * Begins a trial that the user may have (`isFree`) and opens a new chat as soon as the address is confirmed, which the
 * page has been waiting for. A user who comes with a confirmed address begins it with the button.
 */
export function useTrialOnConfirmation({ isFree, mustConfirm }: { isFree: boolean; mustConfirm: boolean }) {
  const router = useRouter()
  const hasWaited = useRef(false)
  const { run, pending, failure } = useAction(async () => {
    if (await beginTrial()) router.history.replace('/chat/new', { trialBegun: true })
  })
  useEffect(() => {
    if (mustConfirm) hasWaited.current = true
    else if (hasWaited.current && isFree) {
      hasWaited.current = false
      run()
    }
  }, [isFree, mustConfirm, run])
  return { pending, failure }
}
