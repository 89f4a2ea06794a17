import * as v from 'valibot'
import type { CompanionDatabase } from '../database/database.ts'
import { writeAs } from '../database/write-as.ts'
import { readDraft, saveDraft, saveDraftLeaving } from './drafts.ts'

const FormDraft = v.record(v.string(), v.union([v.string(), v.boolean(), v.number(), v.array(v.string())]))
/** The fields of a form that were changed and not submitted, by their names in the form. */
export type FormDraft = v.InferOutput<typeof FormDraft>

/**
 * The key of a form's row in the table of drafts. `owner` is the id of the chat with which the draft is deleted, or a
 * word that is no chat's id.
 */
export const formDraftKey = (owner: string, form: string): string => `${owner}/form/${form}`

const toText = (draft: FormDraft): string => (Object.keys(draft).length === 0 ? '' : JSON.stringify(draft))

/** The stored fields; none when nothing is stored. Use inside `useLiveQuery`. */
export async function readFormDraft(db: CompanionDatabase, userId: number, draftKey: string): Promise<FormDraft> {
  const text = await readDraft(db, userId, draftKey)
  if (text === '') return {}
  try {
    return v.parse(FormDraft, JSON.parse(text))
  } catch {
    return {}
  }
}

/** Stores the changed fields; without any, the draft is deleted. Throws as `writeAs`. */
export async function saveFormDraft(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  draft: FormDraft,
): Promise<void> {
  await writeAs(db, userId, [db.drafts], () => saveDraft(db, userId, draftKey, toText(draft)))
}

/** Like `saveFormDraft` for a page that is unloading. */
export function saveFormDraftLeaving(db: CompanionDatabase, userId: number, draftKey: string, draft: FormDraft): void {
  saveDraftLeaving(db, userId, draftKey, toText(draft))
}
