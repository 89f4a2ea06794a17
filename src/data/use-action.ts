import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { queryClient } from './query-client.ts'

/**
 * Something that may take a while or fail: whether it runs, whether it is done, and in words why it did not work. `run`
 * stays the same function. It is tried once, offline too: the work itself says what it cannot do without a network.
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const { mutate, isPending, isSuccess, error } = useMutation(
    { mutationFn: (args: Args) => work(...args), networkMode: 'always', retry: false },
    queryClient,
  )
  const failure = error === null ? '' : describeFailure(error, currentLanguage())
  return { run: useCallback((...args: Args) => mutate(args), [mutate]), pending: isPending, done: isSuccess, failure }
}
