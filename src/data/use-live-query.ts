import { useObservable } from 'dexie-react-hooks'
import type { DependencyList } from 'react'
import { followQuery } from '#offline/database/following/follow-query.ts'

/**
 * The result of a query of the local database, again after each change of what it reads. Undefined until the first
 * result; after a change of `deps`, the previous result until the next. A lost connection is opened again meanwhile,
 * and other errors are thrown while rendering.
 */
export function useLiveQuery<T>(read: () => T | Promise<T>, deps: DependencyList = []): T | undefined {
  return useObservable(() => followQuery(read), [...deps])
}
