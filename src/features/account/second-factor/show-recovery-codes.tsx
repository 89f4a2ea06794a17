import { useState } from 'react'
import { abovePages } from '#lib/browser/above-pages.ts'
import { useSession } from '#session/state/session-atom.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

/**
 * Shows new recovery codes on whichever page their user is by now: the page that asked for them may have been left, or
 * replaced by what the first factor opens, before the response.
 */
export function showRecoveryCodes(userId: number, codes: readonly string[]): void {
  abovePages.set(<NewCodes key={codes.join()} userId={userId} codes={codes} />)
}

function NewCodes({ userId, codes }: { userId: number; codes: readonly string[] }) {
  const [isOpen, setOpen] = useState(true)
  // Whoever signs in next in this tab must not see them.
  const isOwner = useSession()?.user.id === userId
  return <RecoveryCodesDialog codes={isOpen && isOwner ? codes : undefined} onClose={() => setOpen(false)} />
}
