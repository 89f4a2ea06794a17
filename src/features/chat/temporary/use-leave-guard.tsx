import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { currentSession } from '#session/state/session-atom.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TEMPORARY_CHAT } from './temporary-path.ts'

const isTemporary = ({ pathname }: { pathname: string }) => pathname.split('/')[2] === TEMPORARY_CHAT

/**
 * Asks once before a navigation or the browser leaves a temporary chat in which something was written. A user who logs
 * out is not asked, since the session has ended by then.
 */
export function useLeaveGuard(isWritten: RefObject<() => boolean>): ReactNode {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null)
  useEffect(() => {
    const mayLose = () => currentSession() !== null && isWritten.current()
    return history.block({
      // On a phone the list and the scores are history entries of the same address; a redirect navigates a second time.
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (!isTemporary(currentLocation) || isTemporary(nextLocation) || !mayLose()) return false
        const leaves = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
        setAnswer(null)
        return !leaves
      },
      enableBeforeUnload: mayLose,
    })
  }, [history, isWritten])
  return (
    <ConfirmDialog
      open={answer !== null}
      onOpenChange={(open) => open || answer?.(false)}
      title={<Trans>Close the temporary chat?</Trans>}
      text={<Trans>It is not saved anywhere. When you close it, it is gone.</Trans>}
      cancelLabel={<Trans>Stay</Trans>}
      confirmLabel={<Trans>Close and lose it</Trans>}
      danger
      onConfirm={() => answer?.(true)}
    />
  )
}
