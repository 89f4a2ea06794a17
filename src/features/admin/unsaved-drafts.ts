import { createStore } from '#lib/store.ts'
import { currentSession } from '#session/state/session-atom.ts'

const currentUserId = (): number | undefined => currentSession()?.user.id

/**
 * Drafts with unsaved changes, which outlive their editor. Each belongs to the admin who wrote it; another one who signs in
 * on the same page does not get it. The browser warns whoever leaves the page meanwhile.
 */
export function createUnsavedDrafts<Key extends string | number, Draft>() {
  const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())
  const nameOf = (key: Key, userId: number | undefined): string => `${userId}/${key}`
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    /** The draft of the signed-in admin. */
    get: (key: Key): Draft | undefined => drafts.get().get(nameOf(key, currentUserId())),
    /** `undefined`: nothing is unsaved any more. */
    set(key: Key, draft: Draft | undefined, userId = currentUserId()): void {
      const next = new Map(drafts.get())
      if (draft === undefined) next.delete(nameOf(key, userId))
      else next.set(nameOf(key, userId), draft)
      if (next.size > 0) addEventListener('beforeunload', warn)
      else removeEventListener('beforeunload', warn)
      drafts.set(next)
    },
    subscribe: drafts.subscribe,
  }
}
