import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { saveAll } from '#lib/app-update/before-reload.ts'
import { countUnsent, isAnyUnsent, type UnsentCounts } from '#offline/outbox/count-unsent.ts'
import { signOut, whenSignedOut } from '#session/sign-out/sign-out.ts'
import { LogOutDialog } from './log-out-dialog.tsx'

/** Returns a function that logs out, after `dialog` has asked when unsent data would be lost. */
export function useConfirmLogOut(userId: number): { confirm: () => Promise<void>; dialog: ReactNode } {
  const [unsent, setUnsent] = useState<UnsentCounts | 'unknown' | null>(null)
  const logOut = useLogOut()
  const confirm = async () => {
    // Unsaved drafts count too; a draft that cannot be saved cannot be counted.
    await saveAll().catch(reportError)
    // A database that cannot be read must not keep its user signed in.
    const waiting = await countUnsent(userId).catch((error: unknown) => {
      reportError(error)
      return 'unknown' as const
    })
    if (waiting === 'unknown' || isAnyUnsent(waiting)) setUnsent(waiting)
    else await logOut()
  }
  return { confirm, dialog: <LogOutDialog userId={userId} unsent={unsent} onChange={setUnsent} logOut={logOut} /> }
}

/** Signs out on this device and opens the start page; works offline too. */
function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const done = signOut()
    // The start page redirects a signed-in user to the chat, so the navigation waits for the sign-out.
    await Promise.race([done, whenSignedOut()])
    await navigate({ to: '/', replace: true })
    await done
  }, [navigate])
}
