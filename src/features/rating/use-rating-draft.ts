import { createDraftWriters, useDraftWriter } from '#data/form-drafts/use-draft-writer.ts'
import { database } from '#offline/database/database.ts'
import { type RatingDraft, saveRatingDraft, saveRatingDraftLeaving } from '#offline/ratings/rating-draft.ts'

const writers = createDraftWriters<RatingDraft>()
const nameOf = (userId: number, exchangeId: string): string => `${userId} ${exchangeId}`

/** What was entered here of a rating and could not be written yet. */
export const unwrittenRating = (userId: number, exchangeId: string): RatingDraft | undefined =>
  writers.unwritten(nameOf(userId, exchangeId))

/**
 * Stores what is entered of a rating on this device, so that a reload, or a tab that the system closes, loses nothing.
 * The arguments are read once.
 */
export function useRatingDraft(userId: number, exchangeId: string, stored: RatingDraft | null) {
  return useDraftWriter(writers, nameOf(userId, exchangeId), stored, {
    userId,
    save: (draft) => saveRatingDraft(database(), userId, exchangeId, draft),
    saveLeaving: (draft, written) => saveRatingDraftLeaving(database(), userId, exchangeId, { draft, stored: written }),
  })
}
