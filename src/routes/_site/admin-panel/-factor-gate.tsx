import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '#data/query-client.ts'
import { RecoveryCodesDialog } from '#features/account/second-factor/recovery-codes.tsx'
import { RequiredFactorPage } from '#features/account/second-factor/required-factor-page.tsx'
import { secondFactorQuery } from '#features/account/second-factor/second-factor-query.ts'
import { useSession } from '#session/state/session-atom.ts'

/** Shows where to set up a second step to an admin who needs one; the server refuses the panel's calls until then. */
export function FactorGate({ children }: { children: ReactNode }) {
  const user = useSession()?.user
  const { data } = useQuery({ ...secondFactorQuery(user?.id ?? 0), enabled: user?.is_admin === true }, queryClient)
  // Here, because the first factor replaces the page that got the codes by the panel.
  const [codes, setCodes] = useState<string[]>()
  const isMissing = data?.is_required === true && data.totp_since === null && data.passkeys.length === 0
  return (
    <>
      {user !== undefined && isMissing ? <RequiredFactorPage userId={user.id} onCodes={setCodes} /> : children}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  )
}
