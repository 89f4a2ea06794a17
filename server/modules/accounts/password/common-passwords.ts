import { normalizePassword } from './password-hash.ts'

const TOP = 3000
/** The minimum length of a password: the most common of those that are long enough are rejected too. */
const LENGTH = 8

let known: Promise<ReadonlySet<string>> | undefined

/** Whether it is among the 3,000 most common passwords, or those of sufficient length, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(normalizePassword(password).toLowerCase())
}

/** The list is loaded when the first password is chosen, because it takes about 30 ms and 3 MB. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const byUse = dictionary['passwords-common']
  const long = byUse.filter((password) => password.length >= LENGTH)
  return new Set([...byUse.slice(0, TOP), ...long.slice(0, TOP)].map((password) => password.toLowerCase()))
}
