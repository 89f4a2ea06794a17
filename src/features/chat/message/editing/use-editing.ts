import { useEffect, useMemo } from 'react'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { createEditing, type Editing } from './editing.ts'

/** Returns the edit state of a chat; it is saved before the page closes. */
export function useEditing(userId: number, chatId: string): Editing {
  const editing = useMemo(() => createEditing(userId, chatId), [userId, chatId])
  useEffect(() => {
    editing.recover().catch(reportError)
    const flush = () => void editing.flush().catch(reportError)
    const vanish = () => {
      editing.leave()
      flush()
    }
    const hide = () => document.visibilityState === 'hidden' && flush()
    const forget = onBeforeReload(() => editing.flush())
    window.addEventListener('pagehide', vanish)
    document.addEventListener('visibilitychange', hide)
    return () => {
      forget()
      window.removeEventListener('pagehide', vanish)
      document.removeEventListener('visibilitychange', hide)
      flush()
    }
  }, [editing])
  return editing
}
