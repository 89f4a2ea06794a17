import { useState } from 'react'
import { createDraftWriter, type DraftStorage, type DraftWriter } from './create-draft-writer.ts'

/** The writers of one kind of draft, by a key for each draft: a form that is opened again goes on with its writer. */
export function createDraftWriters<Draft>() {
  const writers = new Map<string, DraftWriter<Draft>>()
  return {
    /** The draft that the form before could not write yet. */
    unwritten: (key: string): Draft | undefined => writers.get(key)?.unwritten(),
    open(key: string, stored: Draft | null, storage: DraftStorage<Draft>): DraftWriter<Draft> {
      const before = writers.get(key)
      if (before?.unwritten() !== undefined) return before
      const writer = createDraftWriter(stored, storage)
      writers.set(key, writer)
      return writer
    },
  }
}

/**
 * Returns a function that stores a draft, also one that is still to be written when its form is closed or the page is
 * left. Its promise resolves when that or a newer draft is on disk, or writing failed, which is retried. The arguments
 * are read once.
 */
export function useDraftWriter<Draft>(
  writers: ReturnType<typeof createDraftWriters<Draft>>,
  key: string,
  stored: Draft | null,
  storage: DraftStorage<Draft>,
) {
  const [writer] = useState(() => writers.open(key, stored, storage))
  return writer.write
}
