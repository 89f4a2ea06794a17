/** Drafts with unsaved changes, which outlive their editor. The browser warns whoever leaves the page meanwhile. */
export function createUnsavedDrafts<Key, Draft>() {
  const drafts = new Map<Key, Draft>()
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    get: (key: Key): Draft | undefined => drafts.get(key),
    /** `undefined`: nothing is unsaved any more. */
    set(key: Key, draft: Draft | undefined): void {
      if (draft === undefined) drafts.delete(key)
      else drafts.set(key, draft)
      if (drafts.size > 0) addEventListener('beforeunload', warn)
      else removeEventListener('beforeunload', warn)
    },
  }
}
