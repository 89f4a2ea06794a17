import { Trans, useLingui } from '@lingui/react/macro'
import { PasskeyName } from '#contract/endpoints/passkeys.ts'
import { LABEL_MAX } from '#contract/limits.ts'
import type { Passkey } from '#contract/objects/factors/passkey.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import styles from './second-factor.module.css'
import { renameOwnPasskey } from './second-factor-query.ts'

interface Props {
  userId: number
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ open, ...props }: Props & { open: boolean }) {
  const { t } = useLingui()
  return (
    <FormDialog open={open} onOpenChange={props.onClose} title={t`Rename passkey`} size="s">
      <RenameForm {...props} />
    </FormDialog>
  )
}

function RenameForm({ userId, passkey, onClose }: Props) {
  const { t } = useLingui()
  const form = useAppForm(PasskeyName, { name: passkey.name })
  return (
    <Form
      of={form}
      onSubmit={async ({ name }) => {
        await renameOwnPasskey(userId, passkey.id, name)
        onClose()
      }}
    >
      <TextField name="name" label={t`Name`} maxLength={LABEL_MAX} onFocus={(event) => event.currentTarget.select()} />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Saving…`}>
          <Trans>Rename</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
