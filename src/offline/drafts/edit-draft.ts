import * as v from 'valibot'
import type { CompanionDatabase } from '../database/database.ts'
import { stashDraft } from './draft-stash.ts'
import { readDraft, saveDraft, saveDraftLeaving } from './drafts.ts'

const Edit = v.object({ message: v.string(), text: v.string() })
/** A question that is being put in other words. */
export type Edit = v.InferOutput<typeof Edit>

/** Its row stands among the drafts, under a key that is no chat's. */
const editOf = (chatId: string): string => `${chatId}/edit`
const write = (edit: Edit | null): string => (edit === null ? '' : JSON.stringify(edit))

export function saveEdit(db: CompanionDatabase, userId: number, chatId: string, edit: Edit | null): Promise<void> {
  return saveDraft(db, userId, editOf(chatId), write(edit))
}

/** The same for a page that is going. */
export function saveEditLeaving(db: CompanionDatabase, userId: number, chatId: string, edit: Edit | null): void {
  saveDraftLeaving(db, userId, editOf(chatId), write(edit))
}

/** What was being changed in a chat. When its question is gone, the text is set aside for the chat, and there is none. */
export async function recoverEdit(db: CompanionDatabase, userId: number, chatId: string): Promise<Edit | null> {
  const edit = parse(await readDraft(db, userId, editOf(chatId)))
  if (edit === null) return null
  const question = await db.messages.get([userId, edit.message])
  if (!question || (question.status !== 'deleted' && !question.superseded_by)) return edit
  const next = question.superseded_by ? await db.messages.get([userId, question.superseded_by]) : undefined
  // It may have been sent by a page that went before it could say so here.
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
