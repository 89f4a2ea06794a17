import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { database } from '#offline/database.ts'
import { NEW_CHAT, readDraft, saveDraft } from '#offline/drafts.ts'

/** Milliseconds after the last keystroke; leaving the field or the page writes at once. */
const WRITE_AFTER = 400

export interface Draft {
  /** The field has changed. */
  note(): void
  /** Writes what is not written yet. */
  flush(): Promise<void>
  /** Takes the kept text over into the field, whatever is in it. */
  reload(): Promise<void>
  /** Storing the message has removed the draft; what is in the field now was typed since. */
  sent(): void
}

/** Keeps the field's text for this person and chat on this device. */
export function useDraft(
  account: number,
  key: string,
  field: RefObject<HTMLTextAreaElement | null>,
  onLoad: () => void,
): Draft {
  const loaded = useRef(onLoad)
  loaded.current = onLoad
  const moved = useRef(false)

  const draft = useMemo(() => {
    let unsaved: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = async () => {
      clearTimeout(timer)
      if (unsaved === null) return
      const text = unsaved
      unsaved = null
      try {
        await saveDraft(database(), account, key, text)
      } catch (error) {
        unsaved ??= text
        throw error
      }
    }
    const note = () => {
      unsaved = field.current?.value ?? ''
      clearTimeout(timer)
      timer = setTimeout(() => flush().catch(reportError), WRITE_AFTER)
    }
    const show = async (replace: boolean) => {
      const text = await readDraft(database(), account, key)
      if (!field.current || (!replace && field.current.value !== '')) return
      field.current.value = text
      loaded.current()
    }
    const sent = () => {
      clearTimeout(timer)
      unsaved = null
      // The new chat has its own id from now on, and the rest of the text goes with it.
      moved.current = key === NEW_CHAT
      if (field.current && field.current.value !== '' && !moved.current) note()
    }
    return { note, flush, show, sent, reload: () => show(true) }
  }, [account, key, field])

  useEffect(() => {
    if (moved.current) {
      moved.current = false
      if (field.current?.value !== '') draft.note()
    } else {
      draft.show(false).catch(reportError)
    }
    const leave = () => void draft.flush().catch(reportError)
    const hide = () => document.visibilityState === 'hidden' && leave()
    const element = field.current
    element?.addEventListener('blur', leave)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      element?.removeEventListener('blur', leave)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      if (!moved.current) leave()
    }
  }, [draft, field])

  return draft
}
