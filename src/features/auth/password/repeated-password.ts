import * as v from 'valibot'
import { checkPasswordOwner } from '#contract/check-password-owner.ts'
import { NewPassword, says } from '#contract/primitives.ts'

const passwords = {
  password: NewPassword,
  confirm_password: v.pipe(v.string(says('confirm_password_required')), v.nonEmpty(says('confirm_password_required'))),
}

/** Returns the schema of `fields` with a new password, which must not equal one of them, and its repetition. */
export const withRepeatedPassword = <const Fields extends v.ObjectEntries>(fields: Fields) =>
  v.pipe(
    v.object({ ...fields, ...passwords }),
    checkPasswordOwner('password'),
    v.rawCheck(({ dataset, addIssue }) => {
      const typed = dataset.value as { password?: unknown; confirm_password?: unknown }
      if (!typed.confirm_password || typed.password === typed.confirm_password) return
      addIssue({
        message: says('confirm_password_match'),
        path: [
          { type: 'object', origin: 'value', input: typed, key: 'confirm_password', value: typed.confirm_password },
        ],
      })
    }),
  )
