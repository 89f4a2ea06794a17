import * as v from 'valibot'
import type { CompanionDatabase } from '../database/database.ts'
import { parseEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { saveOrStashDraft } from './draft-stash.ts'

/** sessionStorage key of the texts that a page had not written to the database when it was closed. */
const STORED_AS = 'companion:leaving-draft'

/** Under the names that a page of an older build has written, too. */
const StoredDraft = v.object({
  account: v.number(),
  chat: v.string(),
  text: v.string(),
  seen: v.string(),
  /** Id of the message that was being stored: it may have reached the outbox. */
  message: v.optional(v.string()),
})
export interface LeavingDraft extends Omit<v.InferOutput<typeof StoredDraft>, 'account'> {
  userId: number
}
type DraftOwner = Pick<LeavingDraft, 'userId' | 'chat'>

const isOf = (draft: DraftOwner, { userId, chat: chatId }: DraftOwner): boolean =>
  draft.userId === userId && draft.chat === chatId

/**
 * Synchronously records unsaved text: a closing page loses its pending transactions. A reload recovers the record; a
 * closed tab has only its last database request (`saveDraftLeaving`).
 */
export function saveLeavingDraft(draft: LeavingDraft): void {
  try {
    const others = readNotes().filter((each) => !isOf(each, draft))
    sessionStorage.setItem(STORED_AS, toText([...others, draft]))
  } catch {
    // sessionStorage is full or blocked: only the last request to the database may save the text.
  }
}

/** Removes the record of a draft that is on disk; without `owner`, removes all records. */
export function forgetLeaving(owner?: DraftOwner): void {
  try {
    const rest = owner === undefined ? [] : readNotes().filter((each) => !isOf(each, owner))
    if (rest.length === 0) sessionStorage.removeItem(STORED_AS)
    else sessionStorage.setItem(STORED_AS, toText(rest))
  } catch {
    // sessionStorage is blocked: nothing was recorded either.
  }
}

/** The text that the previous page of this tab recorded for a place; undefined without a record. */
export function readLeaving(owner: DraftOwner): string | undefined {
  return readNotes().find((each) => isOf(each, owner))?.text
}

/**
 * Moves the texts that the previous page recorded to the drafts (`saveOrStashDraft`). Records of another user stay. A
 * closed tab has no record: then the draft of its last request may have the text of a message that was stored.
 */
export async function recoverLeaving(db: CompanionDatabase, userId: number): Promise<void> {
  for (const draft of readNotes()) {
    if (draft.userId !== userId) continue
    await recover(db, draft)
    forgetLeaving(draft)
  }
  const rows = await startingWith(db.drafts, '[account+chat]', [userId])
    .filter(({ message }) => message !== undefined)
    .toArray()
  for (const { draftKey, text, message } of rows) {
    await recover(db, { userId, chat: draftKey, text, seen: text, message })
  }
}

async function recover(db: CompanionDatabase, draft: LeavingDraft): Promise<void> {
  const { userId, chat: chatId, text, seen, message } = draft
  const sent = message === undefined ? undefined : await readMessageText(db, userId, message)
  // If the message was stored, only the text typed after it is a draft. The last request may have stored it (`seen`).
  if (sent === undefined) await saveOrStashDraft(db, userId, chatId, { text, seen })
  else
    await saveOrStashDraft(db, userId, chatId, {
      text: text.startsWith(sent) ? text.slice(sent.length) : text,
      seen: text,
    })
}

/** The text of a message of this device, from the outbox or the messages; undefined when it was never stored. */
async function readMessageText(db: CompanionDatabase, userId: number, messageId: string): Promise<string | undefined> {
  const entry = parseEntry(await db.outbox.where('id').equals(messageId).first())
  if (entry?.kind === 'message.send') return entry.body.content
  return (await db.messages.get([userId, messageId]))?.content
}

function readNotes(): LeavingDraft[] {
  try {
    // An older build recorded a single draft, not a list.
    const notes = [JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]')].flat()
    const parsed = v.safeParse(v.array(StoredDraft), notes)
    return parsed.success ? parsed.output.map(({ account, ...rest }) => ({ userId: account, ...rest })) : []
  } catch {
    return []
  }
}

const toText = (notes: LeavingDraft[]): string =>
  JSON.stringify(notes.map(({ userId, ...rest }): v.InferInput<typeof StoredDraft> => ({ account: userId, ...rest })))
