import { useCallback, useEffect, useRef } from 'react'
import { database } from '#offline/database/database.ts'
import { type RatingDraft, saveRatingDraft, saveRatingDraftLeaving } from '#offline/ratings/rating-draft.ts'

/**
 * Stores what is entered of a rating on this device, so that a reload, or a tab that the system closes, loses nothing.
 * One write at a time, and then the newest fields, because a moving slider changes them with each frame.
 */
export function useRatingDraft(userId: number, exchangeId: string, stored: RatingDraft | null) {
  const newest = useRef<RatingDraft>(null)
  const written = useRef(stored)
  const isWriting = useRef(false)

  const change = useCallback(
    (draft: RatingDraft) => {
      newest.current = draft
      if (isWriting.current) return
      isWriting.current = true
      writeNewest(userId, exchangeId, { newest, written })
        .catch(reportError)
        .finally(() => {
          isWriting.current = false
        })
    },
    [userId, exchangeId],
  )

  useEffect(() => {
    const leave = () => {
      if (newest.current !== null)
        saveRatingDraftLeaving(database(), userId, exchangeId, { draft: newest.current, stored: written.current })
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [userId, exchangeId])

  return change
}

interface Writing {
  /** Null as long as nothing is to be written. */
  newest: { current: RatingDraft | null }
  written: { current: RatingDraft | null }
}

async function writeNewest(userId: number, exchangeId: string, { newest, written }: Writing): Promise<void> {
  while (newest.current !== null) {
    const draft = newest.current
    await saveRatingDraft(database(), userId, exchangeId, draft)
    written.current = draft
    if (newest.current === draft) newest.current = null
  }
}
