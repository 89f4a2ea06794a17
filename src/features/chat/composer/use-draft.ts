import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { database } from '#offline/database/database.ts'
import { followTable } from '#offline/database/follow-table.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { recoverLeaving } from '#offline/drafts/unload-draft.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { createFieldDraft, type FieldDraft, leftDrafts } from './field-draft.ts'

/** Drafts of the person who is signed in whose fields are gone; another's must not be written for whoever comes next. */
const leftHere = () => {
  const userId = currentSession()?.user.id
  return userId === undefined ? [] : leftDrafts(userId)
}
onBeforeReload(() => Promise.all(leftHere().map((draft) => draft.flush())))
window.addEventListener('pagehide', () => {
  for (const draft of leftHere()) draft.leave()
})

export interface DraftSlot {
  userId: number
  /** The id that the chat has, or will have. */
  chatId: string
  isNew: boolean
}

/**
 * Keeps the field's text for this person and chat on this device; `stashed` is what was set stashed there, live. `isSaved` is
 * false while what is typed cannot be written.
 */
export function useDraft(
  { userId, chatId, isNew }: DraftSlot,
  field: RefObject<HTMLTextAreaElement | null>,
  onShow: () => void,
): { draft: FieldDraft; stashed: string; isSaved: boolean } {
  const shown = useRef(onShow)
  shown.current = onShow
  const [stashed, setStashed] = useState('')
  const [isSaved, setSaved] = useState(true)
  const begun = useRef(isNew)
  const draft = useMemo(
    () =>
      createFieldDraft({
        userId,
        chatId,
        isNew: begun.current,
        field: () => field.current,
        onShow: () => shown.current(),
        onSaved: setSaved,
      }),
    [userId, chatId, field],
  )

  useEffect(() => {
    recoverLeaving(database(), userId).catch(reportError)
  }, [userId])

  // Follows the draft of another place once the chat is no longer new.
  useEffect(() => {
    const read = () => readStoredDrafts(database(), userId, isNew ? draft.slot() : chatId)
    return followTable(database(), 'drafts', read, (stored) => {
      setStashed(stored.stashed)
      draft.look().catch(reportError)
    })
  }, [userId, chatId, isNew, draft])

  useEffect(() => {
    draft.attach()
    const forget = onBeforeReload(() => draft.flush())
    const leave = () => void draft.flush().catch(reportError)
    const vanish = () => {
      draft.leave()
      leave()
    }
    const hide = () => document.visibilityState === 'hidden' && leave()
    const element = field.current
    element?.addEventListener('blur', leave)
    window.addEventListener('pagehide', vanish)
    document.addEventListener('visibilitychange', hide)
    return () => {
      forget()
      element?.removeEventListener('blur', leave)
      window.removeEventListener('pagehide', vanish)
      document.removeEventListener('visibilitychange', hide)
      draft.detach()
    }
  }, [draft, field])

  return { draft, stashed, isSaved }
}
