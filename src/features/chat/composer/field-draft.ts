import { isSignedOutError } from '#api/errors.ts'
import { type CompanionDatabase, database } from '#offline/database/database.ts'
import { isFull } from '#offline/database/is-storage-full.ts'
import { saveOrStashDraft } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT, readDraft, saveDraftLeaving } from '#offline/drafts/drafts.ts'
import { forgetLeaving, saveLeavingDraft } from '#offline/drafts/unload-draft.ts'

/** At most this much of what is typed is not on disk, in milliseconds; leaving the field or the page writes at once. */
const WRITE_EVERY = 200
/** A write that takes longer may never end: another tab may hold the database. In milliseconds, as is the next. */
const SLOW_WRITE = 3_000
/** After a write that failed; sooner when something is typed. */
const WRITE_AGAIN = 5_000

export interface FieldDraftOptions {
  userId: number
  /** The id that the chat has, or will have. */
  chatId: string
  /** The chat begins with its first message; until then the draft belongs to no chat. */
  isNew: boolean
  field: () => HTMLTextAreaElement | null
  /** The field's text was replaced by the kept one. */
  onShow: () => void
  /** Called with false when what is typed cannot be written to this device, or not in time, and with true when it can again. */
  onSaved?: (saved: boolean) => void
  db?: CompanionDatabase
}

/** What a field left behind that is no longer in the page: text that is not on disk yet, and goes on being tried. */
interface LeftDraft {
  userId: number
  leave: () => void
  flush: () => Promise<void>
  /** The text is another field's from here on. */
  handOver: () => HandedOver | null
}

/** `written`: resolves when the field that is gone writes no more. */
type HandedOver = { text: string; seen: string; written: Promise<void> }

/** By `userId/slot`. */
const left = new Map<string, LeftDraft>()

/** Drafts of this person whose fields are gone and that could not be written yet. */
export const leftDrafts = (userId: number): LeftDraft[] => [...left.values()].filter((each) => each.userId === userId)

/** The person is told of a full disk beside the field. */
const reportUnlessFull = (error: unknown): void => {
  if (!isFull(error)) reportError(error)
}

/**
 * Keeps the text of one field as the draft of its chat (the rule: src/offline/drafts/draft-stash.ts), and the field as the
 * draft: what another tab wrote, sent or took back is shown here after its next paint, unless something is being typed here.
 */
export function createFieldDraft(options: FieldDraftOptions) {
  const { userId, chatId, isNew, field, onShow, onSaved = () => undefined, db = database() } = options
  let key = isNew ? NEW_CHAT : chatId
  let seen = ''
  let unsaved: string | null = null
  /** The message that the text is becoming. */
  let storing: string | null = null
  /** A message is about to be stored, or being so. */
  let isSending = false
  /** The field is no longer in the page. */
  let isLeft = false
  let isRecorded = false
  /** Counts what happens to field and draft here, so that a read from before is known to be old. */
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
    if (isRecorded) forgetLeaving({ userId, chat: key })
    isRecorded = false
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

  /** Says how a write goes, and tries again what failed; rejects as the write does. */
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

  /** Writes what is not written yet; everything noted so far is on disk when it resolves. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // One after the other: each knows what the one before has left.
    const next = last.then(write)
    last = next.catch(() => undefined)
    return next
  }

  /** The page goes, perhaps for good: a note at once, and one request, since there may be no time for more. */
  function leave(): void {
    if (unsaved === null) return
    isRecorded = true
    saveLeavingDraft({ userId, chat: key, text: unsaved, seen, ...(storing === null ? {} : { message: storing }) })
    saveDraftLeaving(db, userId, key, unsaved)
  }

  /** The field has changed. */
  function recordInput(): void {
    const element = field()
    if (!element) return
    unsaved = element.value
    moment += 1
    timer ??= setTimeout(() => flush().catch(reportUnlessFull), WRITE_EVERY)
  }

  /** The draft may have changed elsewhere. */
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

  /** The field is in the page: it shows what one before it could not write, whatever is on disk. */
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

  /** The field goes from the page: what is not on disk yet is kept for the next one, and tried again until it is. */
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
    /** Before `beginStoring`: resolves when nothing is being written. */
    settle(): Promise<void> {
      isSending = true
      return last
    },
    /**
     * The field's text is on its way into the outbox, which removes the draft: it must not be written after that.
     * Returns the draft as it was last seen here.
     */
    beginStoring(message: string): string {
      storing = message
      isSending = true
      moment += 1
      return seen
    },
    /**
     * The outbox has the text that was `sent`, or not. What else is in the field was typed since and is the draft from
     * now on, also of a field that is gone from the page by now: its chat was left meanwhile.
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
        forgetRecord()
        seen = ''
        // A new chat has its id from now on, and the rest of the text goes with it.
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
