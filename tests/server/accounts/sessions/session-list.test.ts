import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describeServerOnEachEngine('the list of a user’s sessions', (server) => {
  const logIn = (user: { email: string; password: string }, userAgent: string) =>
    server().call(accounts.login, { body: user, headers: { 'User-Agent': userAgent } })
  const devices = async (token: string) => (await server().call(accounts.listSessions, { token })).results
  const end = (token: string, id: string) => server().reply(accounts.deleteSession, { token, params: { id } })
  const works = async (token: string) => (await server().reply(accounts.getProfile, { token })).status === 200

  /** As the browser's own subscription would have stored it. */
  const addPush = (sessionId: string, userId: number) => {
    const time = new Date().toISOString()
    const keys = { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') }
    const where = { endpoint: `https://push.example.org/${sessionId}`, endpoint_hash: sessionId }
    const row = { ...where, ...keys, user_id: userId, session_id: sessionId, language: 'en' as const }
    return server()
      .dependencies.db.insertInto('push_subscriptions')
      .values({ ...row, created_at: time, updated_at: time })
      .execute()
  }
  const pushRows = async (userId: number) => {
    const { db } = server().dependencies
    const rows = await db.selectFrom('push_subscriptions').select('session_id').where('user_id', '=', userId).execute()
    return rows.map((row) => row.session_id)
  }

  it('names each device, the most recently used first, and marks the current session', async () => {
    const user = await server().registerUser()
    server().advance(1000)
    await logIn(user, phone)
    server().advance(1000)
    const { access } = await logIn(user, laptop)
    const listed = await devices(access)
    expect(listed.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Firefox · Linux', true],
      ['Safari · iPhone', false],
      ['', false],
    ])
    server().advance(1000)
    await server().call(accounts.refreshToken, { body: { refresh: user.refresh } })
    expect((await devices(access)).map(({ device }) => device)).toEqual(['', 'Firefox · Linux', 'Safari · iPhone'])
  })

  it('signs out one session at a time, together with its push subscription', async () => {
    const user = await server().registerUser()
    const other = await logIn(user, phone)
    const [mine, theirs] = (await devices(user.access)).sort((a, b) => Number(b.is_current) - Number(a.is_current))
    await addPush(mine?.id ?? '', user.id)
    await addPush(theirs?.id ?? '', user.id)

    expect((await end(user.access, theirs?.id ?? '')).status).toBe(204)
    expect(await works(other.access)).toBe(false)
    expect((await server().reply(accounts.refreshToken, { body: { refresh: other.refresh } })).status).toBe(401)
    expect(await works(user.access)).toBe(true)
    expect(await pushRows(user.id)).toEqual([mine?.id])
    expect(await devices(user.access)).toHaveLength(1)
    expect((await end(user.access, theirs?.id ?? '')).status).toBe(404)

    expect((await end(user.access, (mine?.id ?? '').toUpperCase())).status).toBe(204)
    expect(await works(user.access)).toBe(false)
    expect(await pushRows(user.id)).toEqual([])
  })

  it('loses all push subscriptions after a password change, except that of the device that changed it', async () => {
    const user = await server().registerUser()
    await logIn(user, phone)
    const listed = await devices(user.access)
    for (const { id } of listed) await addPush(id, user.id)
    const body = { current_password: user.password, new_password: 'a louder evening' }
    const { access } = await server().call(accounts.changePassword, { token: user.access, body })
    const left = await devices(access)
    expect(left).toMatchObject([{ is_current: true }])
    const { db } = server().dependencies
    const pushed = db.selectFrom('push_subscriptions').select(['endpoint', 'session_id'])
    expect(await pushed.where('user_id', '=', user.id).execute()).toEqual([
      {
        endpoint: `https://push.example.org/${listed.find(({ is_current }) => is_current)?.id}`,
        session_id: left[0]?.id,
      },
    ])
  })

  it('cannot be read or changed by another user', async () => {
    const [user, other] = [await server().registerUser(), await server().registerUser()]
    const [session] = await devices(other.access)
    const reply = await end(user.access, session?.id ?? '')
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await end(user.access, randomUUID())).text).toBe(reply.text)
    expect((await end(user.access, 'x')).status).toBe(404)
    expect(await works(other.access)).toBe(true)
    expect((await devices(user.access)).map(({ id }) => id)).not.toContain(session?.id)
  })
})
