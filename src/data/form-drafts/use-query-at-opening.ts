import { useState } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'

/**
 * A live query of a dialog, which is read anew at each opening and for each `key`. Undefined until it has ended:
 * `useLiveQuery` would return the result of the previous query, such as a draft that is deleted by now.
 */
export function useQueryAtOpening<T>(isOpen: boolean, key: string, read: () => Promise<T>): T | undefined {
  const [state, setState] = useState({ isOpen, openings: 0 })
  // React renders again at once, so that no result of an earlier opening is used.
  if (state.isOpen !== isOpen) setState({ isOpen, openings: state.openings + (isOpen ? 1 : 0) })
  const query = `${key} ${state.openings}`
  const found = useLiveQuery(async () => ({ query, result: await read() }), [query])
  return found?.query === query ? found.result : undefined
}
