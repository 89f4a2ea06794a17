import * as v from 'valibot'
import { type FieldRefusal, fieldRefusals } from '#contract/field-refusals.ts'
import { Email, NewPassword, says } from '#contract/primitives.ts'
import { isPersonalPassword } from '#contract/weak-password.ts'
import { isCommonPassword } from '#server/modules/accounts/password/common-passwords.ts'
import { createPrompt, type Prompt } from './prompt.ts'

const passwordFor = (email: string) =>
  v.pipeAsync(
    NewPassword,
    v.check((password) => !isPersonalPassword(password, { email }), says('password_personal')),
    v.checkAsync(async (password) => !(await isCommonPassword(password)), 'password_common' satisfies FieldRefusal),
  )
type Schema = typeof Email | ReturnType<typeof passwordFor>

export interface GivenAdmin {
  email?: string | undefined
  password?: string | undefined
}

/** The given email and password; prompts for missing ones. Throws an error with a readable message for invalid ones. */
export async function askForAdmin(given: GivenAdmin): Promise<{ email: string; password: string }> {
  let prompt: Prompt | undefined
  const ask = async (question: string, schema: Schema, hidden: boolean) => {
    prompt ??= createPrompt()
    for (;;) {
      const parsed = await v.safeParseAsync(schema, await prompt.ask(question, { hidden }))
      if (parsed.success) return parsed.output
      process.stderr.write(`${messageFor(parsed.issues[0].message)}\n`)
    }
  }
  try {
    const email = given.email === undefined ? await ask('E-mail: ', Email, false) : await accept(Email, given.email)
    const schema = passwordFor(email)
    const password =
      given.password === undefined ? await ask('Password: ', schema, true) : await accept(schema, given.password)
    return { email, password }
  } finally {
    prompt?.close()
  }
}

async function accept(schema: Schema, text: string): Promise<string> {
  const parsed = await v.safeParseAsync(schema, text)
  if (parsed.success) return parsed.output
  throw new Error(messageFor(parsed.issues[0].message))
}

const isKey = (key: string): key is keyof typeof fieldRefusals => key in fieldRefusals
const messageFor = (key: string): string => (isKey(key) ? fieldRefusals[key].en : key)
