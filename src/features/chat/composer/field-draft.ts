import { isSignedOutError } from '#api/errors.ts'
import { type CompanionDatabase, database } from '#offline/database/database.ts'
import { isStorageFull } from '#offline/database/storage-errors.ts'
import { saveOrStashDraft } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT, readDraft, saveDraftLeaving } from '#offline/drafts/drafts.ts'
import { forgetLeaving, saveLeavingDraft } from '#offline/drafts/unload-draft.ts'

/** The longest time, in milliseconds, that typed text is not on disk; leaving the field or the page writes at once. */
const WRITE_EVERY = 200
/** Milliseconds until a write counts as not saved: it may never end, because another tab may hold the database. */
const SLOW_WRITE = 3_000
/** Milliseconds before a failed write is retried; new input retries sooner. */
const WRITE_AGAIN = 5_000

export interface FieldDraftOptions {
  userId: number
  /** The chat's id, or the id a new chat will get. */
  chatId: string
  /** True until the first message creates the chat; until then the draft belongs to no chat. */
  isNew: boolean
  field: () => HTMLTextAreaElement | null
  /** Called when the stored draft has replaced the field's text. */
  onShow: () => void
  /** Called with false when the text cannot be written to this device in time, with true when it can again. */
  onSaved?: (saved: boolean) => void
  db?: CompanionDatabase
}

/** Unwritten text of an unmounted field, whose write is still retried. */
interface LeftDraft {
  userId: number
  leave: () => void
  flush: () => Promise<void>
  /** Moves the text to another field, which writes it from then on. */
  handOver: () => HandedOver | null
}

/** `written` resolves when the unmounted field has finished its last write. */
type HandedOver = { text: string; seen: string; written: Promise<void> }

/** The key is `account/slot`. */
const left = new Map<string, LeftDraft>()

/** Drafts of this user whose fields are unmounted and which could not be written yet. */
export const leftDrafts = (userId: number): LeftDraft[] => [...left.values()].filter((each) => each.userId === userId)

/** A full disk is not reported, because the interface shows it beside the field. */
const reportUnlessFull = (error: unknown): void => {
  if (!isStorageFull(error)) reportError(error)
}

/**
 * Synchronises one field with the stored draft of its chat (see src/offline/drafts/draft-stash.ts). A change from
 * another tab is shown after the next paint, unless the user is typing here.
 */
export function createFieldDraft(options: FieldDraftOptions) {
  const { userId, chatId, isNew, field, onShow, onSaved = () => undefined, db = database() } = options
  let key = isNew ? NEW_CHAT : chatId
  let seen = ''
  let unsaved: string | null = null
  /** The id of the message which the text is being stored as. */
  let storing: string | null = null
  /** True from shortly before a message is stored until storing has ended. */
  let isSending = false
  /** True when the field is unmounted. */
  let isLeft = false
  /** The text of the last request of a page that was being left, which may have come back since. */
  let recorded: string | null = null
  /** Incremented at each change of field or draft, so that the result of an older read can be ignored. */
  let moment = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (unsaved === null || storing !== null) return
    const text = unsaved
    await watchWrite(saveOrStashDraft(db, userId, key, { text, seen }))
    moment += 1
    seen = text
    if (unsaved === text) unsaved = null
    if (unsaved === null) forgetLeft()
    forgetRecord()
  }

  function forgetRecord(): void {
    if (recorded !== null) forgetLeaving({ userId, chat: key })
    recorded = null
  }

  /** Removes the draft of the last request, which was stored after the message had deleted the draft. */
  function removeRecorded(slot: string, text: string): void {
    const remove = () => saveOrStashDraft(db, userId, slot, { text: '', seen: text })
    last = last.then(remove).catch(reportUnlessFull)
  }

  const self: LeftDraft = { userId, leave, flush, handOver }

  function saveLeft(): void {
    if (isLeft && unsaved !== null && !isSending) left.set(`${userId}/${key}`, self)
  }

  function forgetLeft(): void {
    if (left.get(`${userId}/${key}`) === self) left.delete(`${userId}/${key}`)
  }

  function handOver(): HandedOver | null {
    forgetLeft()
    if (unsaved === null || isSending) return null
    const text = unsaved
    unsaved = null
    moment += 1
    return { text, seen, written: last }
  }

  /** Reports the state of a write and schedules a retry when it fails; rejects when the write does. */
  async function watchWrite(write: Promise<void>): Promise<void> {
    clearTimeout(retryTimer)
    const slow = setTimeout(() => onSaved(false), SLOW_WRITE)
    try {
      await write
      onSaved(true)
    } catch (error) {
      if (isSignedOutError(error)) forgetLeft()
      else {
        onSaved(false)
        retryTimer = setTimeout(() => flush().catch(reportUnlessFull), WRITE_AGAIN)
      }
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  /** Resolves when everything recorded before the call is on disk; while `storing`, nothing is written. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Writes run one after another, since each needs the result of the previous one.
    const next = last.then(write)
    last = next.catch(() => undefined)
    return next
  }

  /** The page may close for good: saves a synchronous note and starts one request, for lack of time. */
  function leave(): void {
    if (unsaved === null) return
    recorded = unsaved
    saveLeavingDraft({ userId, chat: key, text: unsaved, seen, ...(storing === null ? {} : { message: storing }) })
    saveDraftLeaving(db, userId, key, unsaved, storing ?? undefined)
  }

  /** Handles an input event of the field. */
  function recordInput(): void {
    const element = field()
    if (!element) return
    unsaved = element.value
    moment += 1
    timer ??= setTimeout(() => flush().catch(reportUnlessFull), WRITE_EVERY)
  }

  /** Reads the draft again, since another tab may have changed it. */
  async function look(): Promise<void> {
    if (unsaved !== null || storing !== null) return
    const now = moment
    const text = await readDraft(db, userId, key)
    const element = field()
    if (moment !== now || !element) return
    seen = text
    if (element.value === text) return
    element.value = text
    onShow()
  }

  /** Called when the field is mounted: it first shows text which a previous field could not write. */
  function attach(): void {
    isLeft = false
    const before = left.get(`${userId}/${key}`)?.handOver() ?? null
    const element = field()
    if (before === null || !element) return
    seen = before.seen
    last = before.written
    element.value = before.text
    onShow()
    recordInput()
  }

  /** Called when the field is unmounted: unwritten text is stored for the next field, and its write is retried. */
  function detach(): void {
    isLeft = true
    saveLeft()
    flush().catch(reportUnlessFull)
  }

  return {
    recordInput,
    flush,
    leave,
    look,
    attach,
    detach,
    slot: () => key,
    /** Called before `beginStoring`; resolves when no write is running. */
    settle(): Promise<void> {
      isSending = true
      return last
    },
    /**
     * Marks the text as being stored in the outbox, which deletes the draft: it must not be written after that. Returns
     * the draft as this field last read it.
     */
    beginStoring(messageId: string): string {
      storing = messageId
      isSending = true
      moment += 1
      return seen
    },
    /**
     * Called when the outbox has stored `sent`, or failed. Text typed since then becomes the new draft, also when the
     * field was unmounted because the user left the chat.
     */
    endStoring(stored: boolean, sent: string): void {
      const element = field()
      const text = element ? element.value : unsaved
      const rest = stored && text?.startsWith(sent) ? text.slice(sent.length) : text
      forgetLeft()
      storing = null
      isSending = false
      moment += 1
      clearTimeout(timer)
      timer = undefined
      unsaved = null
      if (stored) {
        if (recorded !== null) removeRecorded(key, recorded)
        forgetRecord()
        seen = ''
        // A new chat has its id from now on, and the remaining text moves to the draft of that chat.
        key = chatId
      }
      if (element && rest !== null) element.value = rest
      if (rest === null || (stored && rest === '')) return
      unsaved = rest
      saveLeft()
      flush().catch(reportUnlessFull)
    },
  }
}

export type FieldDraft = ReturnType<typeof createFieldDraft>
