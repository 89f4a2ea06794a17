import { useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { queryClient } from './query-client.ts'

/**
 * Returns a function `run` of stable identity that runs an async action, and the action's state; `failure` is its error
 * as text. There is no retry, and it runs offline too: the action itself reports that it needs a network.
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const shown = useRef(work)
  // TanStack Query takes a new function in a passive effect, so a press right after the paint would run the one before
  // it.
  useLayoutEffect(() => {
    shown.current = work
  })
  const { mutate, isPending, isSuccess, error } = useMutation(
    { mutationFn: (args: Args) => shown.current(...args), networkMode: 'always', retry: false },
    queryClient,
  )
  const failure = error === null ? '' : describeFailure(error, currentLanguage())
  return { run: useCallback((...args: Args) => mutate(args), [mutate]), pending: isPending, done: isSuccess, failure }
}
