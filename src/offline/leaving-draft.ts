import * as v from 'valibot'
import type { CompanionDatabase } from './database.ts'
import { keepDraft } from './keep-draft.ts'

/** sessionStorage: the text that a page had in its field when it went. */
const STORED_AS = 'companion:leaving-draft'

const LeavingDraft = v.object({ account: v.number(), chat: v.string(), text: v.string(), seen: v.string() })
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

/** The draft is on disk, or nobody's any more. A worker has no such note. */
export function forgetLeaving(): void {
  try {
    globalThis.sessionStorage?.removeItem(STORED_AS)
  } catch {
    // Forbidden: nothing was noted either.
  }
}

/** Makes the note of the page before this one the draft again, by the rule of drafts; another person's waits for them. */
export async function recoverLeaving(db: CompanionDatabase, account: number): Promise<void> {
  const draft = readNote()
  if (draft?.account !== account) return
  await keepDraft(db, account, draft.chat, draft)
  forgetLeaving()
}

function readNote(): LeavingDraft | undefined {
  try {
    const parsed = v.safeParse(LeavingDraft, JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
