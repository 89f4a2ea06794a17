import { normalizePassword } from './password-hash.ts'

const TOP = 3000
/** Shorter ones are refused for their length already; so the most used of those that could be chosen, too. */
const LENGTH = 8

let known: Promise<ReadonlySet<string>> | undefined

/** Whether it is one of the 3,000 most used, in any case of its letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(normalizePassword(password).toLowerCase())
}

/** Some 30 ms and 3 MB, so it waits for the first password that is chosen. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const byUse = dictionary['passwords-common']
  const long = byUse.filter((password) => password.length >= LENGTH)
  return new Set([...byUse.slice(0, TOP), ...long.slice(0, TOP)].map((password) => password.toLowerCase()))
}
