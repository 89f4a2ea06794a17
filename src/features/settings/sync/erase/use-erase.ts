import { useCallback, useState } from 'react'
import { logHandled } from '#lib/log-handled.ts'
import { eraseDevice } from '#session/sign-out/erase-device.ts'

export type EraseState = { step: 'none' } | { step: 'running' } | { step: 'done' } | { step: 'failed' }

/** Erases this device once at a time. After success with a network the page goes away by itself. */
export function useErase(): { state: EraseState; erase: () => void } {
  const [state, setState] = useState<EraseState>({ step: 'none' })
  const erase = useCallback(() => {
    setState({ step: 'running' })
    eraseDevice().then(
      () => setState({ step: 'done' }),
      (error: unknown) => {
        logHandled('This device could not be erased whole', error)
        setState({ step: 'failed' })
      },
    )
  }, [])
  return { state, erase }
}
