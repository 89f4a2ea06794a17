import { useDraftWriter } from '#data/form-drafts/use-draft-writer.ts'
import { database } from '#offline/database/database.ts'
import { type RatingDraft, saveRatingDraft, saveRatingDraftLeaving } from '#offline/ratings/rating-draft.ts'

/**
 * Stores what is entered of a rating on this device, so that a reload, or a tab that the system closes, loses nothing.
 * The arguments are read once.
 */
export function useRatingDraft(userId: number, exchangeId: string, stored: RatingDraft | null) {
  return useDraftWriter<RatingDraft>(stored, {
    save: (draft) => saveRatingDraft(database(), userId, exchangeId, draft),
    saveLeaving: (draft, written) => saveRatingDraftLeaving(database(), userId, exchangeId, { draft, stored: written }),
  })
}
