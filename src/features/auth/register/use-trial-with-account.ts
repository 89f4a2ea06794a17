import { useState } from 'react'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'

const NEW_CHAT = '/chat/new'

/**
 * Starts the free trial as a part of the registration and then opens a new chat. `beginTrial` is undefined when the
 * visitor did not come for the trial. `signUp` runs a registration; `gone` resolves when the page is left.
 */
export function useTrialWithAccount(redirect: string | undefined, beginTrial: (() => Promise<boolean>) | undefined) {
  const [step, setStep] = useState<'none' | 'starting' | 'begun'>('none')
  const hasBegun = step === 'begun'
  const gone = useLeaveWhenSignedIn(hasBegun ? NEW_CHAT : redirect, {
    isHeld: step === 'starting',
    state: hasBegun ? { trialBegun: true } : undefined,
  })
  const signUp = async (register: () => Promise<void>) => {
    if (beginTrial === undefined) return register()
    setStep('starting')
    let isBegun = false
    try {
      await register()
      // After a failure the user lands on the trial's page, which offers it again or says why there is none.
      isBegun = await beginTrial().catch(() => false)
    } finally {
      setStep(isBegun ? 'begun' : 'none')
    }
  }
  return { signUp, gone }
}
