import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { Authenticated } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Outcome } from '../outcome.tsx'
import { revokeUnusedSession } from './revoke-unused-session.ts'

type Props = { other: Authenticated; onContinue: () => Promise<void>; onDecline: () => void }

/**
 * Asks before it signs in a user whom this device does not know: the link may belong to an attacker who wants the
 * visitor to write in the attacker's account.
 */
export function ContinueAs({ other, onContinue, onDecline }: Props) {
  const { t } = useLingui()
  const { mutate, isPending, isSuccess } = useMutation({ mutationFn: onContinue, onError: toastFailure }, queryClient)
  function decline() {
    revokeUnusedSession(other.refresh)
    onDecline()
  }
  const { email } = other.user
  return (
    <Outcome
      takesFocus
      title={t`Continue as ${email}?`}
      actions={
        <>
          <Button variant="primary" pending={isPending || isSuccess} onClick={() => mutate()}>
            <Trans>Continue</Trans>
          </Button>
          <Button variant="quiet" onClick={decline}>
            <Trans>This is not me</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Another app sent you here with this account. Continue only if it is yours: what you write is kept in it.
        </Trans>
      </p>
    </Outcome>
  )
}
