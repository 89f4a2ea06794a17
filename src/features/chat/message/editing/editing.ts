import { atom, getDefaultStore } from 'jotai'
import { type CompanionDatabase, database } from '#offline/database/database.ts'
import { stashDraft } from '#offline/drafts/draft-stash.ts'
import { type Edit, recoverEdit, saveEdit, saveEditLeaving } from '#offline/drafts/edit-draft.ts'

/** At most this much of what is typed is not on disk, in milliseconds. */
const WRITE_EVERY = 200

/**
 * The question of a chat that is being put in other words: above the list, which takes out of the page what is far from
 * the screen, and on this device until it is sent or given up.
 */
export function createEditing(userId: number, chatId: string, db: CompanionDatabase = database()) {
  let now: Edit | null = null
  const store = getDefaultStore()
  const messageAtom = atom<string | null>(null)
  /** Something was done here: what the device had comes too late. */
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

  /** What is typed so far is on disk when it resolves. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const next = last.then(write)
    last = next.catch(() => undefined)
    return next
  }

  return {
    flush,
    /** Which question it is; changed only here. */
    messageAtom,
    text: (): string => now?.text ?? '',
    /** The person has just asked for it, so the field takes the focus. */
    isRequested: (): boolean => isRequested,
    begin(message: string, text: string): void {
      // One at a time; what was typed for another stays with the chat.
      if (now !== null && now.message !== message) stashDraft(db, userId, chatId, now.text).catch(reportError)
      isRequested = true
      set({ message, text })
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
    /** The page goes, perhaps for good. */
    leave(): void {
      if (unsaved) saveEditLeaving(db, userId, chatId, now)
    },
    /** Offers again what was not finished. */
    async recover(): Promise<void> {
      const recovered = await recoverEdit(db, userId, chatId)
      if (recovered !== null && !begun) set(recovered)
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
