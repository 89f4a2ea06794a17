import * as v from 'valibot'
import { checkPasswordOwner } from '#contract/check-password-owner.ts'
import { ChangeUserInput, CreateUserInput } from '#contract/objects/admin/user-input.ts'
import { Username } from '#contract/primitives.ts'

const { username: _, password, ...given } = CreateUserInput.entries

/** The schema of the create form: an empty password is omitted; the server generates a username. */
export const CreateUserForm = v.pipe(
  v.object({
    ...given,
    password: v.pipe(
      password,
      v.transform((text) => text || undefined),
    ),
  }),
  checkPasswordOwner('password'),
)

/** The schema of the form that changes a user whose username is `shown`: an old one may break the present rules. */
export const changeUserForm = (shown: string) =>
  v.pipe(
    v.object({
      ...ChangeUserInput.entries,
      username: v.optional(v.lazy((typed) => (typed === shown ? v.string() : Username))),
    }),
    checkPasswordOwner('password'),
  )
