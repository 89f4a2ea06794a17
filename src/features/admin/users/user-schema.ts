import * as v from 'valibot'
import { CreateUserInput } from '#contract/objects/user.ts'

const { username: _, password, ...given } = CreateUserInput.entries

/** The create form (specification, section 5): an empty password is sent as absent; the server finds a username. */
export const CreateUserForm = v.object({
  ...given,
  password: v.pipe(
    password,
    v.transform((text) => text || undefined),
  ),
})
