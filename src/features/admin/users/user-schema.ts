import * as v from 'valibot'
import { checkPasswordOwner } from '#contract/check-password-owner.ts'
import { ChangeUserInput, CreateUserInput } from '#contract/objects/admin/user-input.ts'

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

export const ChangeUserForm = v.pipe(ChangeUserInput, checkPasswordOwner('password'))
