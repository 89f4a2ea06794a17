import { useCallback, useEffect, useRef, useState } from 'react'
import { database } from '#offline/database/database.ts'
import { type RatingDraft, saveRatingDraft, saveRatingDraftLeaving } from '#offline/ratings/rating-draft.ts'

const empty: RatingDraft = {
  scores: { truth: null, fairness: null, wisdom: null, duty: null, safety: null, liberty: null },
  reason: '',
  quote: '',
}

/**
 * The fields of a rating, which are also stored on this device: a reload, or a tab that the system closes, loses
 * nothing. One write at a time, and then the newest fields, because a moving slider changes them with each frame.
 */
export function useRatingDraft(userId: number, exchangeId: string, stored: RatingDraft | null) {
  const [draft, setDraft] = useState(stored ?? empty)
  const newest = useRef(draft)
  const written = useRef(stored)
  const isUnsaved = useRef(false)
  const isWriting = useRef(false)

  const change = useCallback(
    (fields: Partial<RatingDraft>) => {
      newest.current = { ...newest.current, ...fields }
      setDraft(newest.current)
      isUnsaved.current = true
      if (isWriting.current) return
      isWriting.current = true
      writeNewest(userId, exchangeId, { newest, written, isUnsaved })
        .catch(reportError)
        .finally(() => {
          isWriting.current = false
        })
    },
    [userId, exchangeId],
  )

  useEffect(() => {
    const leave = () => {
      if (isUnsaved.current)
        saveRatingDraftLeaving(database(), userId, exchangeId, { draft: newest.current, stored: written.current })
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [userId, exchangeId])

  return { draft, change }
}

interface Writing {
  newest: { readonly current: RatingDraft }
  written: { current: RatingDraft | null }
  isUnsaved: { current: boolean }
}

async function writeNewest(userId: number, exchangeId: string, { newest, written, isUnsaved }: Writing): Promise<void> {
  while (isUnsaved.current) {
    const draft = newest.current
    await saveRatingDraft(database(), userId, exchangeId, draft)
    written.current = draft
    isUnsaved.current = newest.current !== draft
  }
}
