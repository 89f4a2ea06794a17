import { isSignedOutError } from '#api/errors.ts'
import { currentSession } from '#session/state/session-atom.ts'

/** Milliseconds before a failed write is retried; a newer draft is written sooner. */
const WRITE_AGAIN = 5_000

export interface DraftStorage<Draft> {
  userId: number
  /** Resolves when the draft is on disk. */
  save: (draft: Draft) => Promise<void>
  /** Makes one last request while the page is unloading; `written` is the draft that was stored before. */
  saveLeaving: (draft: Draft, written: Draft | null) => void
}

/**
 * Stores a draft, one write at a time and then the newest, because a moving slider changes the draft with each frame. A
 * draft that is not written when the page is left gets a last request. `stored` is the draft that is on disk already.
 */
export function createDraftWriter<Draft>(stored: Draft | null, { userId, save, saveLeaving }: DraftStorage<Draft>) {
  let newest: { draft: Draft } | null = null
  let written = stored
  let writing: Promise<void> | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function leave(): void {
    if (newest !== null && currentSession()?.user.id === userId) saveLeaving(newest.draft, written)
  }

  async function writeNewest(): Promise<void> {
    clearTimeout(retryTimer)
    try {
      while (newest !== null) {
        const next: { draft: Draft } = newest
        await save(next.draft)
        written = next.draft
        if (newest === next) newest = null
      }
    } catch (error) {
      // After a sign-out the draft is dropped. Otherwise it is retried also when its form is closed by now.
      if (isSignedOutError(error)) newest = null
      else {
        reportError(error)
        retryTimer = setTimeout(start, WRITE_AGAIN)
      }
    } finally {
      writing = null
      if (newest === null) removeEventListener('pagehide', leave)
    }
  }

  function start(): Promise<void> {
    writing ??= writeNewest()
    return writing
  }

  return {
    write(draft: Draft): Promise<void> {
      newest = { draft }
      addEventListener('pagehide', leave)
      return start()
    },
    /** The draft that is not on disk yet; undefined when all is written. */
    unwritten: (): Draft | undefined => newest?.draft,
  }
}

export type DraftWriter<Draft> = ReturnType<typeof createDraftWriter<Draft>>
