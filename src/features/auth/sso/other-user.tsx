import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Authenticated } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { useSession } from '#session/state/session-atom.ts'
import { switchUser } from '#session/switch-user.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Outcome } from '../outcome.tsx'
import { revokeUnusedSession } from './revoke-unused-session.ts'

/** Shown when another user is signed in on this device: asks which user continues; the first one loses no data. */
export function OtherUser({ other, onSettled }: { other: Authenticated; onSettled: () => void }) {
  const { t } = useLingui()
  const [here] = useState(useSession())
  const { mutate, isPending, isSuccess } = useMutation({ mutationFn: change, onError: toastFailure }, queryClient)

  function stay() {
    revokeUnusedSession(other.refresh)
    onSettled()
  }
  async function change() {
    await switchUser(other)
    if (here) revokeUnusedSession(here.refresh)
    onSettled()
  }
  const names = { here: here?.user.email ?? '', other: other.user.email }
  return (
    <Outcome
      takesFocus
      title={t`Who goes on?`}
      actions={
        <>
          <Button variant="primary" onClick={stay}>
            <Trans>Go on as {names.here}</Trans>
          </Button>
          <Button pending={isPending || isSuccess} onClick={() => mutate()}>
            <Trans>Change to {names.other}</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          <strong>{names.here}</strong> is logged in here, and the other app sent <strong>{names.other}</strong>.
        </Trans>
      </p>
    </Outcome>
  )
}
