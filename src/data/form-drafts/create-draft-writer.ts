import { isSignedOutError } from '#api/errors.ts'

export interface DraftStorage<Draft> {
  /** Resolves when the draft is on disk. */
  save: (draft: Draft) => Promise<void>
  /** Makes one last request while the page is unloading; `written` is the draft that was stored before. */
  saveLeaving: (draft: Draft, written: Draft | null) => void
}

/**
 * Stores a draft, one write at a time and then the newest, because a moving slider changes the draft with each frame.
 * Call `leave` when the page is unloading. `stored` is the draft that is on disk already.
 */
export function createDraftWriter<Draft>(stored: Draft | null, { save, saveLeaving }: DraftStorage<Draft>) {
  let newest: { draft: Draft } | null = null
  let written = stored
  let writing: Promise<void> | null = null

  async function writeNewest(): Promise<void> {
    try {
      while (newest !== null) {
        const next: { draft: Draft } = newest
        await save(next.draft)
        written = next.draft
        if (newest === next) newest = null
      }
    } catch (error) {
      // After a sign-out the draft is dropped; otherwise `leave` writes it, unless a newer one is written first.
      if (isSignedOutError(error)) newest = null
      else reportError(error)
    } finally {
      writing = null
    }
  }

  return {
    write(draft: Draft): Promise<void> {
      newest = { draft }
      writing ??= writeNewest()
      return writing
    },
    leave() {
      if (newest !== null) saveLeaving(newest.draft, written)
    },
  }
}
