import * as v from 'valibot'
import type { CompanionDatabase } from '../database/database.ts'
import { parseEntry } from '../database/rows.ts'
import { saveOrStashDraft } from './draft-stash.ts'

/** sessionStorage: the texts that a page had not written to disk when it went. */
const STORED_AS = 'companion:leaving-draft'

/** Under the names that a page of an older build has written, too. */
const StoredDraft = v.object({
  account: v.number(),
  chat: v.string(),
  text: v.string(),
  seen: v.string(),
  /** The message that was being stored: the text may have arrived in the outbox. */
  message: v.optional(v.string()),
})
export interface LeavingDraft extends Omit<v.InferOutput<typeof StoredDraft>, 'account'> {
  userId: number
}
type DraftOwner = Pick<LeavingDraft, 'userId' | 'chat'>

const isOf = (draft: DraftOwner, { userId, chat: chatId }: DraftOwner): boolean =>
  draft.userId === userId && draft.chat === chatId

/**
 * Notes what is not on disk yet, at once: a browser drops the transactions of a page that goes, also those that
 * were asked for before. A reload finds the note; a closed tab has only its last request (`saveDraftLeaving`).
 */
export function saveLeavingDraft(draft: LeavingDraft): void {
  try {
    const others = readNotes().filter((each) => !isOf(each, draft))
    sessionStorage.setItem(STORED_AS, toText([...others, draft]))
  } catch {
    // Full or forbidden: the last request to the database is all there is.
  }
}

/** The draft of that place is on disk; without a place, all are nobody's any more. */
export function forgetLeaving(owner?: DraftOwner): void {
  try {
    const rest = owner === undefined ? [] : readNotes().filter((each) => !isOf(each, owner))
    if (rest.length === 0) sessionStorage.removeItem(STORED_AS)
    else sessionStorage.setItem(STORED_AS, toText(rest))
  } catch {
    // Forbidden: nothing was noted either.
  }
}

/** Makes the notes of the page before this one drafts again, by the rule of drafts; another person's wait for them. */
export async function recoverLeaving(db: CompanionDatabase, userId: number): Promise<void> {
  for (const draft of readNotes()) {
    if (draft.userId !== userId) continue
    await recover(db, draft)
    forgetLeaving(draft)
  }
}

async function recover(db: CompanionDatabase, draft: LeavingDraft): Promise<void> {
  const { userId, chat: chatId, text, seen, message } = draft
  const sent = message === undefined ? undefined : await readMessageText(db, userId, message)
  // What went with the page's last request stands in the draft as well; what was typed behind the message stays there.
  if (sent === undefined) await saveOrStashDraft(db, userId, chatId, { text, seen })
  else
    await saveOrStashDraft(db, userId, chatId, {
      text: text.startsWith(sent) ? text.slice(sent.length) : text,
      seen: text,
    })
}

/** The words of a message of this device, whether it waits or has arrived; undefined when it was never stored. */
async function readMessageText(db: CompanionDatabase, userId: number, message: string): Promise<string | undefined> {
  const entry = parseEntry(await db.outbox.where('id').equals(message).first())
  if (entry?.kind === 'message.send') return entry.body.content
  return (await db.messages.get([userId, message]))?.content
}

function readNotes(): LeavingDraft[] {
  try {
    // A build before this one noted a single draft.
    const notes = [JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]')].flat()
    const parsed = v.safeParse(v.array(StoredDraft), notes)
    return parsed.success ? parsed.output.map(({ account, ...rest }) => ({ userId: account, ...rest })) : []
  } catch {
    return []
  }
}

const toText = (notes: LeavingDraft[]): string =>
  JSON.stringify(notes.map(({ userId, ...rest }): v.InferInput<typeof StoredDraft> => ({ account: userId, ...rest })))
