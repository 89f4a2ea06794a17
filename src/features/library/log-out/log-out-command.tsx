import { useEffect, useRef } from 'react'
import { useConfirmLogOut } from './use-confirm-log-out.tsx'

/** Logs out whenever `requests` has grown: for a command that stands elsewhere. */
export function LogOutCommand({ account, requests }: { account: number; requests: number }) {
  const { confirm, dialog } = useConfirmLogOut(account)
  const done = useRef(0)
  useEffect(() => {
    if (done.current === requests) return
    done.current = requests
    confirm().catch(reportError)
  })
  return dialog
}
