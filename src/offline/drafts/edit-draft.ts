import * as v from 'valibot'
import type { CompanionDatabase } from '../database/database.ts'
import type { DraftRow } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { chatOfDraftKey } from './draft-key.ts'
import { stashDraft } from './draft-stash.ts'
import { readDraft, saveDraft, saveDraftLeaving } from './drafts.ts'

const Edit = v.object({ message: v.string(), text: v.string() })
/** The unsent edit of a question. */
export type Edit = v.InferOutput<typeof Edit>

/** The key of the edit in the table of drafts; it is no chat's id. */
const editOf = (chatId: string): string => `${chatId}/edit`
const write = (edit: Edit | null): string => (edit === null ? '' : JSON.stringify(edit))

/** The text of the edit in a row of the drafts; undefined for another row. */
export const editedText = ({ draftKey, text }: Pick<DraftRow, 'draftKey' | 'text'>): string | undefined =>
  draftKey === editOf(chatOfDraftKey(draftKey)) ? parse(text)?.text : undefined

export function saveEdit(db: CompanionDatabase, userId: number, chatId: string, edit: Edit | null): Promise<void> {
  return saveDraft(db, userId, editOf(chatId), write(edit))
}

/**
 * Like `saveEdit` for a page that types: an edit that another tab has stored in between is stashed before it is
 * overwritten, and stays when this page has ended its own. `isOwn`: whether this page has stored or read an edit.
 */
export async function saveOrStashEdit(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  edit: Edit | null,
  isOwn: (stored: Edit) => boolean,
): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    const stored = parse(await readDraft(db, userId, editOf(chatId)))
    if (stored !== null && !isOwn(stored)) {
      if (edit === null) return
      if (!edit.text.includes(stored.text)) await stashDraft(db, userId, chatId, stored.text)
    }
    await saveEdit(db, userId, chatId, edit)
  })
}

/** Like `saveEdit` for a page that is unloading. */
export function saveEditLeaving(db: CompanionDatabase, userId: number, chatId: string, edit: Edit | null): void {
  saveDraftLeaving(db, userId, editOf(chatId), write(edit))
}

/** Reads the unfinished edit of a chat. Null if its question was deleted or replaced; an unsent text is stashed. */
export async function recoverEdit(db: CompanionDatabase, userId: number, chatId: string): Promise<Edit | null> {
  const edit = parse(await readDraft(db, userId, editOf(chatId)))
  if (edit === null) return null
  const question = await db.messages.get([userId, edit.message])
  if (!question || (question.status !== 'deleted' && !question.superseded_by)) return edit
  const next = question.superseded_by ? await db.messages.get([userId, question.superseded_by]) : undefined
  // If the next version has the same text, the edit was sent by a page that closed before it could delete this row.
  if (next?.content.trim() !== edit.text.trim()) await stashDraft(db, userId, chatId, edit.text)
  await saveEdit(db, userId, chatId, null)
  return null
}

function parse(text: string): Edit | null {
  try {
    return v.parse(Edit, JSON.parse(text))
  } catch {
    return null
  }
}
