import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestEmailChange } from '#contract/endpoints/email-change.ts'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Failure, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from '../account.module.css'
import { dropEmailChange, emailChangeQuery, sendEmailChange } from './email-change-query.ts'

type Props = { user: Pick<User, 'id' | 'email'>; hasMail: boolean }

/** Asks for another address, shows that it waits for its link, and takes the request back. */
export function EmailChange({ user, hasMail }: Props) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const [isOpen, setOpen] = useState(false)
  const cancel = useAction(() => dropEmailChange(user.id))
  const { data: pending } = useQuery(emailChangeQuery(user), queryClient)
  const open = (
    <Button disabled={!isOnline} onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
      <Trans>Change…</Trans>
    </Button>
  )
  const email = pending?.email
  return (
    <div>
      {pending ? (
        <Row
          label={
            <span className={styles.mail}>
              <Trans>
                Waiting for <strong>{email}</strong>
              </Trans>
            </span>
          }
          text={
            <span role="status">
              {hasMail
                ? t`We have sent a mail to it. Open its link within 24 hours; until then your address stays as it is.`
                : t`The link is in a new file on the server, and works for 24 hours. Until then your address stays as it is.`}
            </span>
          }
          action={
            <div className={styles.choices}>
              {open}
              <Button pending={cancel.pending} disabled={!isOnline} onClick={() => cancel.run()}>
                <Trans>Cancel the change</Trans>
              </Button>
            </div>
          }
        />
      ) : (
        <Row
          label={<Trans>Another address</Trans>}
          text={<Trans>You then log in with it, and mails go there.</Trans>}
          action={open}
        />
      )}
      <Failure>{cancel.failure}</Failure>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Change your address`}
        description={
          hasMail
            ? t`We send a link to the new address. It becomes yours when you open the link.`
            : t`This server sends no emails: a link is written to a file on the server, which whoever runs it can give you.`
        }
        size="s"
      >
        <NewAddress userId={user.id} hasMail={hasMail} onClose={() => setOpen(false)} />
      </FormDialog>
    </div>
  )
}

function NewAddress({ userId, hasMail, onClose }: { userId: number; hasMail: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const form = useAppForm(requestEmailChange.body, { email: '' })
  return (
    <Form
      of={form}
      onSubmit={async ({ email }) => {
        await sendEmailChange(userId, email)
        onClose()
      }}
    >
      <TextField
        name="email"
        type="email"
        label={t`New address`}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {hasMail ? (
        <p className={styles.note}>
          <Trans>
            A confirmed old address gets a mail, too. Its link undoes the change for 7 days and signs everybody out.
          </Trans>
        </p>
      ) : null}
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Sending…`}>
          <Trans>Send the link</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
