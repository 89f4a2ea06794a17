import { useState } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'

/** Something that may take a while or fail: whether it runs, and in words why it did not work. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<'idle' | 'pending' | 'done'>('idle')
  const [failure, setFailure] = useState('')
  const run = async (...args: Args): Promise<void> => {
    setState('pending')
    setFailure('')
    try {
      await work(...args)
      setState('done')
    } catch (error) {
      setState('idle')
      setFailure(describeFailure(error, currentLanguage()))
    }
  }
  return { run, pending: state === 'pending', done: state === 'done', failure }
}
