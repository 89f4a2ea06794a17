import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { DeleteByPassword } from '#contract/endpoints/accounts.ts'
import { confirmSession, OneTimeCode } from '#contract/endpoints/factors.ts'
import { requestPasskey } from '#contract/endpoints/passkeys.ts'
import { askForPasskey, hasPasskeys } from '#data/passkeys.ts'
import { queryClient, SECOND_FACTOR_KEY } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { PasskeyButton } from '../passkey/passkey-button.tsx'
import { ConfirmByGoogle } from './confirm-by-google.tsx'
import styles from './confirmation.module.css'

type Proof = BodyInput<typeof confirmSession>
type StepProps = { onProof: (proof: Proof) => Promise<void>; onCancel: () => void }

interface Props {
  methods: readonly string[]
  onEnd: (isConfirmed: boolean) => void
}

/** Asks who uses this session, once for ten minutes, before a call that the server repeats only then. */
export function ConfirmationDialog({ methods, onEnd }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(true)
  const end = (isConfirmed: boolean) => {
    setOpen(false)
    onEnd(isConfirmed)
  }
  const prove = async (proof: Proof) => {
    await api.call(confirmSession, { body: proof })
    // The code may have been a recovery code, of which one less is left.
    void queryClient.invalidateQueries({ queryKey: [SECOND_FACTOR_KEY] })
    end(true)
  }
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={() => end(false)}
      title={t`Confirm that it is you`}
      description={t`What you are about to do asks for this, at most every ten minutes.`}
      size="s"
    >
      {methods.includes('passkey') && hasPasskeys() ? (
        <PasskeyButton variant="primary" ask={askToConfirm} onAnswer={(passkey) => prove({ passkey })}>
          <Trans>Use a passkey</Trans>
        </PasskeyButton>
      ) : null}
      {methods.includes('code') ? <ByCode onProof={prove} onCancel={() => end(false)} /> : null}
      {methods.includes('password') ? <ByPassword onProof={prove} onCancel={() => end(false)} /> : null}
      {methods.includes('google') ? <ConfirmByGoogle onProof={prove} /> : null}
    </FormDialog>
  )
}

const askToConfirm = async () => askForPasskey(await api.call(requestPasskey, {}))

function ByCode({ onProof, onCancel }: StepProps) {
  const form = useAppForm(OneTimeCode, { one_time_code: '' })
  return (
    <Form of={form} onSubmit={onProof}>
      <CodeField takesFocus />
      <Actions onCancel={onCancel} />
    </Form>
  )
}

function ByPassword({ onProof, onCancel }: StepProps) {
  const { t } = useLingui()
  const form = useAppForm(DeleteByPassword, { password: '' })
  return (
    <Form of={form} onSubmit={onProof}>
      <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
      <Actions onCancel={onCancel} />
    </Form>
  )
}

function Actions({ onCancel }: Pick<StepProps, 'onCancel'>) {
  const { t } = useLingui()
  return (
    <>
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onCancel} />
        <SubmitButton pendingLabel={t`Checking…`}>
          <Trans>Confirm</Trans>
        </SubmitButton>
      </div>
    </>
  )
}
