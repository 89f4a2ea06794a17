import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#data/query-client.ts'
import { RequiredFactorPage } from '#features/account/second-factor/required-factor-page.tsx'
import { secondFactorQuery } from '#features/account/second-factor/second-factor-query.ts'
import { useSession } from '#session/state/session-atom.ts'

/** Shows where to set up a second step to an admin who needs one; the server refuses the panel's calls until then. */
export function FactorGate({ children }: { children: ReactNode }) {
  const user = useSession()?.user
  const { data } = useQuery({ ...secondFactorQuery(user?.id ?? 0), enabled: user?.is_admin === true }, queryClient)
  const isMissing = data?.is_required === true && data.totp_since === null && data.passkeys.length === 0
  return user !== undefined && isMissing ? <RequiredFactorPage userId={user.id} /> : children
}
