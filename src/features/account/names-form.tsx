import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { isUnreachable } from '#api/expected-error.ts'
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

const FIELDS = ['first_name', 'last_name', 'username'] as const
type Names = Pick<User, (typeof FIELDS)[number]>

/**
 * The rules for names that differ from those of the account, which may be older than the rules or come from Google,
 * without a last name. A username is required; the server would treat an empty one as "not given".
 */
function namesSchema(account: () => Names) {
  const rule = v.pipe(Username, v.minLength(USERNAME_MIN, says('username_min')))
  return v.object({
    first_name: v.lazy((typed) => (typed === account().first_name ? v.string() : FirstName)),
    last_name: v.lazy((typed) => (typed === account().last_name ? v.string() : LastName)),
    username: v.lazy((typed) => (typed === account().username ? v.string() : rule)),
  })
}

/** The form for the names of the account. It saves only what differs, because another device may have changed the rest. */
export function NamesForm({ user }: { user: User }) {
  const { t } = useLingui()
  const { first_name, last_name } = user
  // An old username may contain invisible characters, which are refused now: it is shown, and saved, without them.
  const username = withoutInvisible(user.username)
  const account = useRef<Names>({ first_name, last_name, username })
  const [schema] = useState(() => namesSchema(() => account.current))
  const form = useAppForm(schema, { first_name, last_name, username })
  useEffect(() => {
    const [before, now] = [account.current, { first_name, last_name, username }]
    account.current = now
    const typed = form.values()
    for (const name of FIELDS) {
      const isUntouched = typed[name].trim() === before[name]
      if (isUntouched && now[name] !== before[name]) form.fill(name, now[name])
    }
  }, [form, first_name, last_name, username])
  const saved = useSaved()
  /** What was sent without a response: the server may have stored it, so it is sent again even if it is typed back. */
  const unsure = useRef<readonly (keyof Names)[]>([])
  const save = async (names: Names) => {
    const isChanged = (name: keyof Names) => names[name] !== user[name] || unsure.current.includes(name)
    const changed = FIELDS.filter(isChanged)
    if (changed.length === 0) return
    try {
      await saveProfile(Object.fromEntries(changed.map((name) => [name, names[name]])))
      unsure.current = []
    } catch (error) {
      if (isUnreachable(error)) unsure.current = changed
      throw error
    }
  }
  return (
    <Group heading="h2" title={<Trans>Name</Trans>}>
      <Form of={form} onChange={saved.forget} onSubmit={(names) => saved.save(save(names))}>
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
