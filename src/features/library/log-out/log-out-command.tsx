import { useEffect, useRef } from 'react'
import { useAskToLogOut } from './use-confirm-log-out.tsx'

/** Logs out whenever `asked` has grown: for a command that stands elsewhere. */
export function LogOutAsked({ account, asked }: { account: number; asked: number }) {
  const { ask, dialog } = useAskToLogOut(account)
  const done = useRef(0)
  useEffect(() => {
    if (done.current === asked) return
    done.current = asked
    ask().catch(reportError)
  })
  return dialog
}
