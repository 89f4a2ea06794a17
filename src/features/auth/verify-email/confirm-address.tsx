import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from '../outcome.tsx'
import type { VerificationPreview } from './preview-verification.ts'

type Props = {
  preview: VerificationPreview
  onConfirm: () => Promise<void>
  onDecline: () => void
}

/** Shows whose account is going to have its address confirmed. */
export function ConfirmAddress({ preview, onConfirm, onDecline }: Props) {
  const [isPending, setPending] = useState(false)
  const { email } = preview
  const name = `${preview.first_name} ${preview.last_name}`.trim()
  function confirm() {
    setPending(true)
    void onConfirm()
  }
  return (
    <Outcome
      takesFocus
      title={<Trans>Confirm your address?</Trans>}
      actions={
        <>
          <Button variant="primary" pending={isPending} onClick={confirm}>
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
