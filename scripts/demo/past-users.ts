import type { Insertable, Kysely } from 'kysely'
import type { Database, UsersTable } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { insertUser } from '#server/modules/accounts/accounts.repository.ts'
import { usernameKey } from '#server/modules/accounts/profile/username.ts'
import { firstNames, lastNames, pastChats } from './past-user-texts.ts'
import { createNumbers, type Numbers } from './seeded-random.ts'
import { writeChat } from './write-chat.ts'

const USERS = 120

export interface PastUser {
  id: number
  /** The time of registration, in milliseconds since 1970. */
  since: number
}

/**
 * Creates users who registered over the last year, most of them recently, with their chats. None has a password, since
 * nobody signs in as them. Returns them by time of registration.
 */
export async function makePastUsers(db: Kysely<Database>, now: number): Promise<PastUser[]> {
  const numbers = createNumbers(20_261_121)
  const users: PastUser[] = []
  for (let n = 0; n < USERS; n += 1) {
    // The number of users grows over the year, so the last months have the most registrations.
    const age = 365 * (1 - Math.sqrt((n + 0.5) / USERS)) * DAY_MS
    const since = Math.round(now - age - numbers.between(0, 10) * 3_600_000)
    const user = await insertUser(db, userOf(n, since, numbers))
    if (user === undefined) throw new Error('two people of the crowd have one name')
    users.push({ id: user.id, since })
    for (let chats = numbers.between(0, 6); chats > 0; chats -= 1) {
      const [title, ...questions] = numbers.one(pastChats)
      const at = since + numbers.between(1, Math.max(1, Math.floor((now - since) / 60_000) - 10)) * 60_000
      await writeChat(db, { userId: user.id, language: user.language, title, questions, at })
    }
  }
  return users
}

function userOf(n: number, since: number, numbers: Numbers): Insertable<UsersTable> {
  const first_name = firstNames[n % firstNames.length] ?? ''
  const last_name = lastNames[(n * 7 + Math.floor(n / firstNames.length)) % lastNames.length] ?? ''
  const plain = `${first_name}.${last_name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const time = new Date(since).toISOString()
  return {
    email: `${plain}${n}@companion.test`,
    username: `${plain}${n}`,
    username_key: usernameKey(`${plain}${n}`),
    first_name,
    last_name,
    password_hash: null,
    google_sub: null,
    is_admin: 0,
    is_provider: n === 5 ? 1 : 0,
    is_vip: numbers.is(0.1) ? 1 : 0,
    is_ad_subscriber: numbers.is(0.15) ? 1 : 0,
    receive_newsletters: numbers.is(0.4) ? 1 : 0,
    email_verified: numbers.is(0.9) ? 1 : 0,
    photo_url: null,
    language: numbers.is(0.5) ? 'es' : 'en',
    created_at: time,
    updated_at: time,
  }
}
