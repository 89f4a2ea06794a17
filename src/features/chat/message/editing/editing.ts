import { atom, getDefaultStore } from 'jotai'
import { type CompanionDatabase, database } from '#offline/database/database.ts'
import { stashDraft } from '#offline/drafts/draft-stash.ts'
import { type Edit, recoverEdit, saveEdit, saveEditLeaving } from '#offline/drafts/edit-draft.ts'

/** The longest time, in milliseconds, that typed text is not on disk. */
const WRITE_EVERY = 200

/**
 * Creates the state of the question that is being edited in a chat. It is outside the list, because the virtualised
 * list unmounts distant rows, and stored on this device until the edit is sent or cancelled.
 */
export function createEditing(userId: number, chatId: string, db: CompanionDatabase = database()) {
  let now: Edit | null = null
  /** What the edit began with in this page; null for a restored one. */
  let original: string | null = null
  const store = getDefaultStore()
  const messageAtom = atom<string | null>(null)
  /** True after an edit started here: a stored edit that is read later is ignored. */
  let begun = false
  let isRequested = false
  let unsaved = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  function set(next: Edit | null): void {
    begun = true
    now = next
    store.set(messageAtom, next?.message ?? null)
  }

  async function write(): Promise<void> {
    if (!unsaved) return
    unsaved = false
    try {
      await saveEdit(db, userId, chatId, now)
    } catch (error) {
      unsaved = true
      throw error
    }
  }

  /** Resolves when the typed text is on disk. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const next = last.then(write)
    last = next.catch(() => undefined)
    return next
  }

  return {
    flush,
    /** The id of the edited question; only this module changes it. */
    messageAtom,
    text: (): string => now?.text ?? '',
    /** True after the user began an edit in this page; false for a restored edit, which must not take the focus. */
    isRequested: (): boolean => isRequested,
    begin(messageId: string, text: string): void {
      // Only one edit exists at a time; the changed text of the previous one moves to the stash of the chat.
      if (now !== null && now.message !== messageId && now.text !== original) {
        stashDraft(db, userId, chatId, now.text).catch(reportError)
      }
      original = text
      isRequested = true
      set({ message: messageId, text })
    },
    recordInput(text: string): void {
      if (now === null) return
      now = { ...now, text }
      unsaved = true
      timer ??= setTimeout(() => flush().catch(reportError), WRITE_EVERY)
    },
    end(): void {
      set(null)
      unsaved = true
      flush().catch(reportError)
    },
    /** Saves because the page may close for good. */
    leave(): void {
      if (unsaved) saveEditLeaving(db, userId, chatId, now)
    },
    /** Restores an unfinished edit from this device. */
    async recover(): Promise<void> {
      const recovered = await recoverEdit(db, userId, chatId)
      if (recovered !== null && !begun) set(recovered)
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
