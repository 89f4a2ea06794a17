import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { database } from '#offline/database/database.ts'
import { followTable } from '#offline/database/follow-table.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { recoverLeaving } from '#offline/drafts/unload-draft.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { createFieldDraft, type FieldDraft, leftDrafts } from './field-draft.ts'

/** Unwritten drafts of the signed-in user only, because another user's must not be written now. */
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
  /** The chat's id, or the id a new chat will get. */
  chatId: string
  isNew: boolean
}

/**
 * Stores the field's text for this user and chat on this device. `stashed` is a live list of the stashed texts;
 * `isSaved` is false while the text cannot be written.
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

  // Once the chat is no longer new, the field uses the draft of the chat.
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
