import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryClient } from '#data/query-client.ts'
import { logHandled } from '#lib/log-handled.ts'
import { eraseDevice } from '#session/sign-out/erase-device.ts'

export type EraseState = { step: 'none' } | { step: 'running' } | { step: 'done' } | { step: 'failed' }

const steps = { idle: 'none', pending: 'running', success: 'done', error: 'failed' } as const

/** Erases this device and returns the progress. After success online, the start page is loaded. */
export function useErase(): { state: EraseState; erase: () => void } {
  const { status, mutate } = useMutation(
    {
      mutationFn: eraseDevice,
      onError: (error) => logHandled('This device could not be erased whole', error),
    },
    queryClient,
  )
  return { state: { step: steps[status] }, erase: useCallback(() => mutate(), [mutate]) }
}
