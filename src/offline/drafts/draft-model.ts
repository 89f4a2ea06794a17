import type { CompanionDatabase } from '../database/database.ts'
import { writeAs } from '../database/write-as.ts'
import { NEW_CHAT } from './drafts.ts'

/**
 * The key of the row of the drafts with the model that was chosen for a chat which does not exist yet. It is apart from
 * the text, which a closing page overwrites without reading it.
 */
export const DRAFT_MODEL = `${NEW_CHAT}/model`

/** Stores the choice until the first message creates the chat. */
export async function saveDraftModel(db: CompanionDatabase, userId: number, model: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    await db.drafts.put({ userId, draftKey: DRAFT_MODEL, text: '', model, updated_at: Date.now() })
  })
}

/** The stored choice; null when there is none. */
export async function readDraftModel(db: CompanionDatabase, userId: number): Promise<string | null> {
  return (await db.drafts.get([userId, DRAFT_MODEL]))?.model ?? null
}
