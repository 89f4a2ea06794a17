import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '../outcome.tsx'
import type { VerificationPreview } from './preview-verification.ts'

type Props = {
  preview: VerificationPreview
  isPending: boolean
  onConfirm: () => void
  onDecline: () => void
}

/** Shows which account's address is about to be confirmed. */
export function ConfirmAddress({ preview, isPending, onConfirm, onDecline }: Props) {
  const { email } = preview
  const name = `${preview.first_name} ${preview.last_name}`.trim()
  return (
    <Outcome
      takesFocus
      title={<Trans>Confirm your address?</Trans>}
      actions={
        <>
          <Button variant="primary" pending={isPending} onClick={onConfirm}>
            <Trans>Confirm my address</Trans>
          </Button>
          <Button variant="quiet" onClick={onDecline}>
            <Trans>This was not me</Trans>
          </Button>
        </>
      }
    >
      <p>
        {name === '' ? (
          <Trans>
            A Companion account was made with the address <strong>{email}</strong>.
          </Trans>
        ) : (
          <Trans>
            A Companion account was made for <strong>{name}</strong> with the address <strong>{email}</strong>.
          </Trans>
        )}
      </p>
      <p>
        <Trans>Confirm only if you made it, or expected it: whoever made it knows its password.</Trans>
      </p>
    </Outcome>
  )
}
