import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { beginTotp, OneTimeCode } from '#contract/endpoints/factors.ts'
import { useAction } from '#data/use-action.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { confirmOwnTotp } from './add-factor.ts'
import styles from './second-factor.module.css'
import { showRecoveryCodes } from './show-recovery-codes.tsx'

const qrCode = lazyModule(() => import('./qr-code.tsx'))

type NewSecret = ResponseOf<typeof beginTotp>
type Props = { open: boolean; userId: number; onClose: () => void }

/** Shows a new secret as a QR code and as text; a code of the app turns it on. */
export function SetUpDialog({ open, userId, onClose }: Props) {
  const { t } = useLingui()
  return (
    <FormDialog
      open={open}
      onOpenChange={onClose}
      title={t`Set up an authenticator app`}
      description={t`Scan the code with the app, such as the password app of your phone, then enter what it shows.`}
      size="s"
    >
      <SetUp userId={userId} onClose={onClose} />
    </FormDialog>
  )
}

function SetUp({ userId, onClose }: Omit<Props, 'open'>) {
  const [secret, setSecret] = useState<NewSecret>()
  const begin = useAction(async () => {
    // Without the picture, which may fail to load, the key can be typed.
    await qrCode.load().catch(() => undefined)
    setSecret(await api.call(beginTotp, { as: userId }))
  })
  const { run } = begin
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened dialog
  useEffect(() => void run(), [])
  if (begin.failure) {
    return (
      <div className={styles.failed}>
        <Failure>{begin.failure}</Failure>
        <Button onClick={() => run()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  if (secret === undefined) return <Skeleton width="60%" />
  return <ConfirmSecret userId={userId} secret={secret} onClose={onClose} />
}

function ConfirmSecret({ userId, secret: { secret, uri }, onClose }: Omit<Props, 'open'> & { secret: NewSecret }) {
  const { t } = useLingui()
  const form = useAppForm(OneTimeCode, { one_time_code: '' })
  const part = qrCode.loaded()
  return (
    <Form
      of={form}
      onSubmit={async (body) => {
        const codes = await confirmOwnTotp(userId, body)
        onClose()
        // An account that has a passkey has its recovery codes, too.
        if (codes.length > 0) showRecoveryCodes(userId, codes)
      }}
    >
      {part ? <part.QrCode text={uri} label={t`QR code of the key`} /> : null}
      <div className={styles.key}>
        <p>
          <Trans>On this phone, or without a camera, enter this key instead:</Trans>
        </p>
        <code translate="no">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={secret} label={t`Copy the key`} />
      </div>
      <CodeField isNew />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Checking…`}>
          <Trans>Turn on</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
