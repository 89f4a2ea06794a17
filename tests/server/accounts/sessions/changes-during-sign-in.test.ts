import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { lockUser } from '#server/db/lock-user.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { isoTime } from '#server/lib/time.ts'
import { changeUser } from '#server/modules/accounts/accounts.repository.ts'
import { deleteSecondFactors } from '#server/modules/accounts/factors/factors.repository.ts'
import { listLiveSessions, revokeSessions } from '#server/modules/accounts/sessions.repository.ts'
import type { Reply } from '#support/api/test-client.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { untilWaiting } from '#support/database/until-waiting.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

// SQLite has one writer at a time.
describe('a sign-in during a change that ends all sessions (PostgreSQL)', () => {
  let storage: TestStorage
  let server: TestServer
  beforeAll(async () => {
    storage = await createTestStorage('postgres')
    const env = { PUBLIC_URL: PASSKEY_ORIGIN, GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url }
    server = await startTestServer(storage, { env })
  })
  afterAll(async () => {
    await server?.close()
    await storage?.remove()
  })

  /** Signs in after the change has ended the sessions and before it is committed. */
  async function during(
    userId: number,
    signIn: () => Promise<Reply>,
    change: (trx: Kysely<Database>) => Promise<unknown>,
  ) {
    const { db, now } = server.dependencies
    const entered = await db.transaction().execute(async (trx) => {
      await lockUser(trx, userId)
      await revokeSessions(trx, userId, {}, isoTime(now()))
      const reply = signIn()
      await Promise.race([reply, untilWaiting(db, 1)])
      await change(trx)
      return { reply }
    })
    const { status } = await entered.reply
    return { status, sessions: await listLiveSessions(db, userId, isoTime(now())) }
  }
  const refused = { status: 401, sessions: [] }

  it('opens no session by a passkey that the change removes', async () => {
    const { access, user } = await server.registerUser()
    const passkey = await addPasskey(server, access)
    expect(await during(user.id, passkey.signIn, (trx) => deleteSecondFactors(trx, user.id))).toEqual(refused)
  })

  it('opens no session by a Google account that the change takes off', async () => {
    const sub = randomBytes(8).toString('hex')
    const signIn = async () => server.reply(registerWithGoogle, { body: await issuer.credential({ sub }) })
    const { user } = (await signIn()).body as { user: { id: number } }
    const updated_at = isoTime(Date.now())
    const takeOff = (trx: Kysely<Database>) => changeUser(trx, user.id, { google_sub: null, updated_at })
    expect(await during(user.id, signIn, takeOff)).toEqual(refused)
  })
})
