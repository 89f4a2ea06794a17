import { type ReactNode, useState } from 'react'
import { saveAll } from '#lib/app-update/before-reload.ts'
import { countUnsent, isAnyUnsent, type Unsent } from '#offline/outbox/count-unsent.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import { useLogOut } from './use-log-out.ts'

/** Logs out, after a question when something would be lost; `dialog` is that question. */
export function useAskToLogOut(account: number): { ask: () => Promise<void>; dialog: ReactNode } {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const logOut = useLogOut()
  const ask = async () => {
    // What was typed a moment ago counts too; what cannot be saved cannot be counted either.
    await saveAll().catch(reportError)
    const waiting = await countUnsent(account)
    if (isAnyUnsent(waiting)) setUnsent(waiting)
    else await logOut()
  }
  return { ask, dialog: <LogOutDialog account={account} unsent={unsent} onChange={setUnsent} logOut={logOut} /> }
}
