import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { USERNAME_MIN } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'
import { FirstName, LastName, says, Username, withoutInvisible } from '#contract/primitives.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitRow, useSaved } from '#ui/form/submit-row.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from './account.module.css'
import { saveProfile } from './save-profile.ts'

/** A username is required; the server would treat an empty one as "not given". */
const Names = v.object({
  first_name: FirstName,
  last_name: LastName,
  username: v.pipe(Username, v.minLength(USERNAME_MIN, says('username_min'))),
})

export function NamesForm({ user }: { user: User }) {
  const { t } = useLingui()
  const { first_name, last_name, username } = user
  // An old username may contain invisible characters, which are refused now: without them it can be saved.
  const form = useAppForm(Names, { first_name, last_name, username: withoutInvisible(username) })
  const saved = useSaved()
  return (
    <Group heading="h2" title={<Trans>Name</Trans>}>
      <Form of={form} onChange={saved.forget} onSubmit={(names) => saved.save(saveProfile(names))}>
        <div className={styles.pair}>
          <TextField name="first_name" label={t`First name`} autoComplete="given-name" />
          <TextField name="last_name" label={t`Last name`} autoComplete="family-name" />
        </div>
        <TextField
          name="username"
          label={t`Username`}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormError />
        <SubmitRow isSaved={saved.isSaved} />
      </Form>
    </Group>
  )
}
