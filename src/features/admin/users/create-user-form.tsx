import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createUser } from '#contract/endpoints/admin.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { toastFormFailure } from '../toast-form-failure.ts'
import { FlagFields } from './flag-fields.tsx'
import { refreshUsers } from './list-users.ts'
import styles from './user-form.module.css'
import { CreateUserForm as schema } from './user-schema.ts'

const first = {
  email: '',
  password: '',
  first_name: '',
  last_name: '',
  is_vip: false,
  is_provider: false,
  is_ad_subscriber: false,
  receive_newsletters: false,
}

export function CreateUserForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery, queryClient)
  const form = useAppForm(schema, first)
  return (
    <Form
      of={form}
      onSubmit={async ({ password, ...body }) => {
        try {
          await api.call(createUser, { body: password === undefined ? body : { ...body, password } })
        } catch (error) {
          // When the response was lost, the list shows whether the server has created the user.
          void refreshUsers()
          return toastFormFailure(error)
        }
        toastSuccess(t`User created successfully`)
        onClose()
        void refreshUsers()
      }}
    >
      <TextField name="email" label={t`Email`} type="email" inputMode="email" autoComplete="off" />
      <PasswordField
        name="password"
        label={t`Password`}
        autoComplete="new-password"
        description={
          config?.mail !== false
            ? t`Leave it empty, and a mail lets the person choose one.`
            : t`Leave it empty, and the link to choose one is a file on the server, which sends no emails.`
        }
      />
      <div className={styles.pair}>
        <TextField name="first_name" label={t`First Name`} autoComplete="off" />
        <TextField name="last_name" label={t`Last Name`} autoComplete="off" />
      </div>
      <FlagFields />
      <FormError />
      <div className={styles.actions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={t`Creating...`}>
          <Trans>Create</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
