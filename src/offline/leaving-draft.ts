import * as v from 'valibot'
import type { CompanionDatabase } from './database.ts'
import { keepDraft } from './keep-draft.ts'
import { parseEntry } from './rows.ts'

/** sessionStorage: the text that a page had in its field when it went. */
const STORED_AS = 'companion:leaving-draft'

const LeavingDraft = v.object({
  account: v.number(),
  chat: v.string(),
  text: v.string(),
  seen: v.string(),
  /** The message that was being stored: the text may have arrived in the outbox. */
  message: v.optional(v.string()),
})
export type LeavingDraft = v.InferOutput<typeof LeavingDraft>

/**
 * Notes what is not on disk yet, at once: a browser drops the transactions of a page that goes, also those that
 * were asked for before. A reload finds the note; a closed tab has only its last request (`saveDraftLeaving`).
 */
export function noteLeaving(draft: LeavingDraft): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the last request to the database is all there is.
  }
}

/** The draft is on disk, or nobody's any more. */
export function forgetLeaving(): void {
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {
    // Forbidden: nothing was noted either.
  }
}

/** Makes the note of the page before this one the draft again, by the rule of drafts; another person's waits for them. */
export async function recoverLeaving(db: CompanionDatabase, account: number): Promise<void> {
  const draft = readNote()
  if (draft?.account !== account) return
  const { chat, text, seen, message } = draft
  const sent = message === undefined ? undefined : await readWords(db, account, message)
  // What went with the page's last request stands in the draft as well; what was typed behind the message stays there.
  if (sent === undefined) await keepDraft(db, account, chat, { text, seen })
  else await keepDraft(db, account, chat, { text: text.startsWith(sent) ? text.slice(sent.length) : text, seen: text })
  forgetLeaving()
}

/** The words of a message of this device, whether it waits or has arrived; undefined when it was never stored. */
async function readWords(db: CompanionDatabase, account: number, message: string): Promise<string | undefined> {
  const entry = parseEntry(await db.outbox.where('id').equals(message).first())
  if (entry?.kind === 'message.send') return entry.body.content
  return (await db.messages.get([account, message]))?.content
}

function readNote(): LeavingDraft | undefined {
  try {
    const parsed = v.safeParse(LeavingDraft, JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
