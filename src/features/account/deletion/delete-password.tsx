import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { DeleteByPassword } from '#contract/endpoints/accounts.ts'
import { Button } from '#ui/button/button.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import styles from './delete-account.module.css'
import type { Proof } from './submit-deletion.ts'

type Props = { onCancel: () => void; onProof: (proof: Proof) => Promise<void> }

export function DeletePassword({ onCancel, onProof }: Props) {
  const { t } = useLingui()
  const form = useAppForm(DeleteByPassword, { password: '' })
  const step = useRef<HTMLDivElement>(null)
  // The focused button of the previous step was removed, so the focus moves to the input.
  useEffect(() => step.current?.querySelector('input')?.focus(), [])
  return (
    <Form of={form} onSubmit={onProof}>
      <div ref={step}>
        <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
      </div>
      <FormError />
      <div className={styles.actions}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton variant="danger" pendingLabel={t`Deleting…`}>
          <Trans>Delete</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
