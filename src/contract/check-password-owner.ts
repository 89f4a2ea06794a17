import * as v from 'valibot'
import { says } from './primitives.ts'
import { isPersonalPassword, type PasswordOwner } from './weak-password.ts'

const Text = v.fallback(v.optional(v.string()), undefined)
const Named = v.looseObject({ email: Text, username: Text, first_name: Text, last_name: Text })

/**
 * A form check that refuses a password in `field` which equals a name or email of the account, from the form's other
 * fields or `owner`, even while other fields are invalid. The server checks the same with its stored values.
 */
export const checkPasswordOwner = <Values extends object>(
  field: keyof Values & string,
  owner: () => PasswordOwner | undefined = () => undefined,
) =>
  v.rawCheck<Values>(({ dataset, addIssue }) => {
    const { success, output } = v.safeParse(Named, dataset.value)
    const password: unknown = success ? output[field] : undefined
    if (!success || typeof password !== 'string') return
    if (![output, owner() ?? {}].some((names) => isPersonalPassword(password, names))) return
    addIssue({
      message: says('password_personal'),
      path: [{ type: 'object', origin: 'value', input: output, key: field, value: password }],
    })
  })
