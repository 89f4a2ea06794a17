import { atom, getDefaultStore } from 'jotai'
import { isSignedOutError } from '#api/errors.ts'
import { type CompanionDatabase, database } from '#offline/database/database.ts'
import { stashDraft } from '#offline/drafts/draft-stash.ts'
import { type Edit, recoverEdit, saveEditLeaving, saveOrStashEdit } from '#offline/drafts/edit-draft.ts'

/** The longest time, in milliseconds, that typed text is not on disk. */
const WRITE_EVERY = 200
/** Milliseconds before a failed write is retried; a newer text is written sooner. */
const WRITE_AGAIN = 5_000

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
  /** What is not on disk yet, also while it is being written. */
  let unsaved: { edit: Edit | null } | null = null
  /** What this page has last read or stored, and what it has last tried to store: both may be on disk. */
  const own: { stored: Edit | null; tried: Edit | null } = { stored: null, tried: null }
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  const isOwn = (edit: Edit) =>
    [own.stored, own.tried].some((each) => each?.message === edit.message && each.text === edit.text)

  function set(next: Edit | null): void {
    begun = true
    now = next
    store.set(messageAtom, next?.message ?? null)
  }

  async function write(): Promise<void> {
    clearTimeout(retryTimer)
    if (unsaved === null) return
    const next = unsaved
    own.tried = next.edit
    try {
      await saveOrStashEdit(db, userId, chatId, next.edit, isOwn)
    } catch (error) {
      // After a sign-out the text is dropped.
      if (isSignedOutError(error)) unsaved = null
      else retryTimer = setTimeout(() => flush().catch(reportError), WRITE_AGAIN)
      throw error
    }
    own.stored = next.edit
    if (unsaved === next) unsaved = null
  }

  /** Resolves when the typed text is on disk; a write that fails is also retried. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const next = last.then(write)
    last = next.catch(() => undefined)
    return next
  }

  /** Moves the text of the edit to the stash of the chat, unless it is blank or still the text of the question. */
  function stash(question: string | null): void {
    const text = now?.text ?? ''
    if (text.trim() === '' || text.trim() === question?.trim()) return
    stashDraft(db, userId, chatId, text).catch(reportError)
  }

  return {
    flush,
    stash,
    /** The id of the edited question; only this module changes it. */
    messageAtom,
    text: (): string => now?.text ?? '',
    /** True after the user began an edit in this page; false for a restored edit, which must not take the focus. */
    isRequested: (): boolean => isRequested,
    begin(messageId: string, text: string): void {
      // Only one edit exists at a time; the changed text of the previous one moves to the stash of the chat.
      if (now?.message !== messageId) stash(original)
      original = text
      isRequested = true
      set({ message: messageId, text })
    },
    recordInput(text: string): void {
      if (now === null) return
      now = { ...now, text }
      unsaved = { edit: now }
      timer ??= setTimeout(() => flush().catch(reportError), WRITE_EVERY)
    },
    end(): void {
      set(null)
      unsaved = { edit: null }
      flush().catch(reportError)
    },
    /** Saves because the page may close for good. */
    leave(): void {
      if (unsaved === null) return
      own.tried = unsaved.edit
      saveEditLeaving(db, userId, chatId, unsaved.edit)
    },
    /** Restores an unfinished edit from this device. */
    async recover(): Promise<void> {
      const recovered = await recoverEdit(db, userId, chatId)
      if (recovered === null || begun) return
      own.stored = recovered
      set(recovered)
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
