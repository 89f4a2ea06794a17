import * as v from 'valibot'
import { logHandled } from '#lib/log-handled.ts'
import { createStore } from '#lib/store.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { database } from '#offline/database/database.ts'
import { lastStored, onEntryStored } from '#offline/outbox/entry-events.ts'
import { onUserChange } from '#session/state/session-atom.ts'

/** The chats of this page in which the card is open. In memory only: nothing says on the device what was written. */
export const careChats = createStore<ReadonlySet<string>>(new Set())
onUserChange(() => careChats.set(new Set()))

/** A pause in the typing after which the text is read. */
const PAUSE_MS = 1_500
const IDLE_MS = 1_000
/** A card that was closed stays away for a day. */
const CLOSED_MS = 24 * 3_600_000

/** The row of this device's settings; it is apart from the others, which the first load of a chat reads. */
const CLOSED = 'care_closed'
const Time = v.fallback(v.number(), 0)

/** When a card was closed on this device, in milliseconds since 1970; 0: never. */
export const readCareClosed = async (): Promise<number> => v.parse(Time, (await database().device.get(CLOSED))?.value)

/**
 * Reads what is written in a chat and opens the card when it is about harming oneself. Returns the function that stops
 * it.
 */
export function watchForCare(chatId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const read = (text: string) => {
    if (text.trim() === '' || careChats.get().has(chatId)) return
    whenIdle(IDLE_MS)
      .then(() => open(chatId, text, () => isOver))
      .catch((error) => logHandled('What is written was not read for the care card', error))
  }
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    // Sending clears the field: the text is what it was at the last key.
    const text = target.value
    clearTimeout(timer)
    timer = setTimeout(() => read(text), PAUSE_MS)
  }
  const readEntry = (entry: ReturnType<typeof lastStored>) => {
    if (entry?.kind === 'message.send' && entry.queueKey === chatId) read(entry.body.content)
  }
  document.addEventListener('input', onInput)
  const stop = onEntryStored(readEntry)
  // This module is loaded lazily, so a message may have been sent before it.
  readEntry(lastStored())
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('input', onInput)
    stop()
  }
}

/** The phrases are in a chunk that the first text loads. */
async function open(chatId: string, text: string, isOver: () => boolean): Promise<void> {
  if (isOver()) return
  const { speaksOfSelfHarm } = await import('./care-part.ts')
  if (!speaksOfSelfHarm(text)) return
  const closed = await readCareClosed()
  if (isOver() || Date.now() - closed < CLOSED_MS) return
  careChats.set(new Set([...careChats.get(), chatId]))
}

/** Removes the card of a chat that is over, for example a temporary one, without a day's silence. */
export function forgetCare(chatId: string): void {
  careChats.set(new Set([...careChats.get()].filter((id) => id !== chatId)))
}

export async function closeCare(chatId: string): Promise<void> {
  forgetCare(chatId)
  await database().device.put({ key: CLOSED, value: Date.now() })
}
