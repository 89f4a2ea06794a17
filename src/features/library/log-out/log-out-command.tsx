import { useEffect, useRef } from 'react'
import { useConfirmLogOut } from './use-confirm-log-out.tsx'

/** Logs out whenever `requests` increases: for a command in another feature. */
export function LogOutCommand({ userId, requests }: { userId: number; requests: number }) {
  const { confirm, dialog } = useConfirmLogOut(userId)
  const done = useRef(0)
  useEffect(() => {
    if (done.current === requests) return
    done.current = requests
    confirm().catch(reportError)
  })
  return dialog
}
