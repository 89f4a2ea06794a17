import { createStore } from '#lib/store.ts'

/** Drafts with unsaved changes, which outlive their editor. The browser warns whoever leaves the page meanwhile. */
export function createUnsavedDrafts<Key, Draft>() {
  const drafts = createStore<ReadonlyMap<Key, Draft>>(new Map())
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    get: (key: Key): Draft | undefined => drafts.get().get(key),
    /** `undefined`: nothing is unsaved any more. */
    set(key: Key, draft: Draft | undefined): void {
      const next = new Map(drafts.get())
      if (draft === undefined) next.delete(key)
      else next.set(key, draft)
      if (next.size > 0) addEventListener('beforeunload', warn)
      else removeEventListener('beforeunload', warn)
      drafts.set(next)
    },
    subscribe: drafts.subscribe,
  }
}
