import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { database } from '#offline/database/database.ts'
import { followTable } from '#offline/database/following/follow-table.ts'
import { type DraftedFiles, readDraftedFiles, readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { recoverLeaving } from '#offline/drafts/unload-draft.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { createFieldDraft, type FieldDraft, leftDrafts } from './field-draft.ts'

type Drafted = DraftedFiles & { stashed: string }
const nothing: Drafted = { stashed: '', files: [], stashedFiles: [] }

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
 * Stores the field's text for this user and chat on this device. `stored` follows the files of the draft and what was
 * stashed; `isSaved` is false while the text cannot be written.
 */
export function useDraft(
  { userId, chatId, isNew }: DraftSlot,
  field: RefObject<HTMLTextAreaElement | null>,
  onShow: () => void,
): { draft: FieldDraft; stored: Drafted; isSaved: boolean } {
  const shown = useRef(onShow)
  shown.current = onShow
  const [stored, setStored] = useState<Drafted>(nothing)
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
    const read = async (): Promise<Drafted> => {
      const key = [database(), userId, isNew ? draft.slot() : chatId] as const
      const [{ stashed }, files] = await Promise.all([readStoredDrafts(...key), readDraftedFiles(...key)])
      return { stashed, ...files }
    }
    return followTable(database(), 'drafts', read, (next) => {
      // Typing changes the drafts too; the field must not render again for it.
      setStored((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
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

  return { draft, stored, isSaved }
}
