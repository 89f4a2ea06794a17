import type { CompanionDatabase } from '../database/database.ts'
import type { DraftRow } from '../database/rows.ts'
import { appendDraftFiles, draftOfFiles } from '../files/draft-files.ts'
import { chatOfDraftKey } from './draft-key.ts'
import { stashDraft, stashKey } from './draft-stash.ts'
import { editedText } from './edit-draft.ts'

/**
 * Restores a draft that was removed with its chat. Where another one is stored by now, the text is stashed and the
 * files are added to those of the other; of two drafts of a form, the one that is stored now remains. Runs in the
 * caller's transaction.
 */
export async function putDraftBack(db: CompanionDatabase, draft: DraftRow): Promise<void> {
  const { userId, draftKey, files } = draft
  const stored = await db.drafts.get([userId, draftKey])
  if (!stored) await db.drafts.put(draft)
  else if (files) await appendDraftFiles(db, userId, draftOfFiles(draftKey), files)
  else {
    const text = typedText(draft)
    if (!typedText(stored).includes(text)) await stashDraft(db, userId, chatOfDraftKey(draftKey), text)
  }
}

/** The text of a message, a stash or an edit; empty for another row. */
function typedText({ draftKey, text }: DraftRow): string {
  const chatId = chatOfDraftKey(draftKey)
  return draftKey === chatId || draftKey === stashKey(chatId) ? text : (editedText({ draftKey, text }) ?? '')
}
