import * as v from 'valibot'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { startingWith } from '../database/starting-with.ts'
import { writeAs } from '../database/write-as.ts'
import { readDraft, saveDraft, saveDraftLeaving } from '../drafts/drafts.ts'
import { formDraftKey } from '../drafts/form-draft.ts'
import { forgetLeaving, readLeaving, saveLeavingDraft } from '../drafts/unload-draft.ts'

/** The id of the row with the exchanges that the server has assigned to this validator. */
export const EXCHANGES = 'exchanges'

const Score = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)))

const RatingDraft = v.object({
  scores: v.object({ truth: Score, fairness: Score, wisdom: Score, duty: Score, safety: Score, liberty: Score }),
  reason: v.string(),
  quote: v.string(),
})
/** What a validator has entered about an exchange and not saved as a rating yet. */
export type RatingDraft = v.InferOutput<typeof RatingDraft>

const [RATING, REPORT] = ['/rating', formDraftKey('', 'report')]
/** The key of the row in the table of drafts; it is no chat's id. */
const keyOf = (exchangeId: string): string => `${exchangeId}${RATING}`

/** The key of the draft with the reason why a validator reports an exchange. */
export const reportDraftKey = (exchangeId: string): string => `${exchangeId}${REPORT}`

/** Null when nothing is stored. Use inside `useLiveQuery`. */
export async function readRatingDraft(
  db: CompanionDatabase,
  userId: number,
  exchangeId: string,
): Promise<RatingDraft | null> {
  const chat = keyOf(exchangeId)
  // A closing page may lose its last database write, but not the record of `saveLeavingDraft`.
  return parse(readLeaving({ userId, chat }) ?? (await readDraft(db, userId, chat)))
}

/**
 * Stores a draft, unless the exchange is not on this device any more: a write that began before the rating was queued,
 * here or in another tab, must not bring its draft back.
 */
export async function saveRatingDraft(
  db: CompanionDatabase,
  userId: number,
  exchangeId: string,
  draft: RatingDraft,
): Promise<void> {
  await writeAs(db, userId, [db.drafts, db.profiles], async () => {
    const row = await db.profiles.get([userId, EXCHANGES])
    if (row?.exchanges?.some(({ id }) => id === exchangeId)) {
      await saveDraft(db, userId, keyOf(exchangeId), JSON.stringify(draft))
    }
  })
  forgetLeaving({ userId, chat: keyOf(exchangeId) })
}

/** Like `saveRatingDraft` for a page that is unloading; `stored` is the draft that was written last. */
export function saveRatingDraftLeaving(
  db: CompanionDatabase,
  userId: number,
  exchangeId: string,
  { draft, stored }: { draft: RatingDraft; stored: RatingDraft | null },
): void {
  const [chat, text] = [keyOf(exchangeId), JSON.stringify(draft)]
  saveLeavingDraft({ userId, chat, text, seen: stored === null ? '' : JSON.stringify(stored) })
  saveDraftLeaving(db, userId, chat, text)
}

/** Deletes the drafts of all exchanges but these. Runs in the caller's transaction. */
export async function deleteOtherRatingDrafts(
  db: CompanionDatabase,
  userId: number,
  exchangeIds: readonly string[],
): Promise<void> {
  const retained = new Set(exchangeIds.flatMap((id) => [keyOf(id), reportDraftKey(id)]))
  const rows = await startingWith(db.drafts, '[account+chat]', [userId])
    .filter(({ draftKey }) => (draftKey.endsWith(RATING) || draftKey.endsWith(REPORT)) && !retained.has(draftKey))
    .toArray()
  await db.drafts.bulkDelete(rows.map(({ draftKey }): OwnedKey => [userId, draftKey]))
}

function parse(text: string): RatingDraft | null {
  if (text === '') return null
  try {
    return v.parse(RatingDraft, JSON.parse(text))
  } catch {
    return null
  }
}
