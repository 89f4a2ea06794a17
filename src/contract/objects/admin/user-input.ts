import * as v from 'valibot'
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../limits.ts'
import { Email, passwordNotProduct, passwordVaried, says, Username } from '../../primitives.ts'

const anyName = v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(NAME_MAX, says('too_long')))
const optionalName = v.optional(anyName, '')

const flag = v.boolean(says('invalid'))

/** The fields of a user that an admin sets. */
const UserInput = v.object({
  email: Email,
  username: v.optional(Username, ''),
  first_name: optionalName,
  last_name: optionalName,
  is_vip: v.optional(flag, false),
  is_provider: v.optional(flag, false),
  is_ad_subscriber: v.optional(flag, false),
  receive_newsletters: v.optional(flag, false),
})

/** Missing or empty: a new user gets an email with a link to choose a password; a changed user keeps theirs. */
const OptionalPassword = v.optional(
  v.pipe(
    v.string(says('invalid')),
    v.check((text) => text === '' || text.length >= PASSWORD_MIN, says('password_min')),
    v.maxLength(PASSWORD_MAX, says('too_long')),
    passwordVaried,
    passwordNotProduct,
  ),
)

export const CreateUserInput = v.object({ ...UserInput.entries, password: OptionalPassword })
export type CreateUserInput = v.InferOutput<typeof CreateUserInput>

/** Missing fields are unchanged; an empty username or password counts as missing. */
export const ChangeUserInput = v.object({
  email: v.optional(Email),
  username: v.optional(Username),
  password: OptionalPassword,
  first_name: v.optional(anyName),
  last_name: v.optional(anyName),
  is_admin: v.optional(flag),
  is_vip: v.optional(flag),
  is_provider: v.optional(flag),
  is_ad_subscriber: v.optional(flag),
  receive_newsletters: v.optional(flag),
})
export type ChangeUserInput = v.InferOutput<typeof ChangeUserInput>

/** Why a user is suspended, as they read it. */
export const SuspensionInput = v.object({
  reason: v.pipe(
    v.string(says('reason_required')),
    v.trim(),
    v.nonEmpty(says('reason_required')),
    v.maxLength(500, says('too_long')),
  ),
})
