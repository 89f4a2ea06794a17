import { decodeJwt, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { getProfile, login, logout, refreshToken } from '#contract/endpoints/accounts.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute

describeServerOnEachEngine('a session', (server) => {
  const renew = (refresh: string) => server().call(refreshToken, { body: { refresh } })
  const refused = async (refresh: string) => {
    const reply = await server().reply(refreshToken, { body: { refresh } })
    expect(reply).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  }
  const profileStatus = async (token: string) => (await server().reply(getProfile, { token })).status

  it('names only the user and the session in its access token', async () => {
    const user = await server().registerUser()
    const claims = decodeJwt(user.access)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect(claims).toMatchObject({ sub: String(user.id), sid: user.refresh.split('.')[0] })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900)
  })

  it('is rejected when its access token has expired, and continues after a refresh', async () => {
    const user = await server().registerUser()
    server().advance(16 * minute)
    const reply = await server().reply(getProfile, { token: user.access })
    expect(reply).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect(reply.headers.get('www-authenticate')).toContain('Bearer')
    const { access } = await renew(user.refresh)
    expect(await profileStatus(access)).toBe(200)
  })

  it('rejects a token that is missing, forged, unsigned or of another kind', async () => {
    const user = await server().registerUser()
    const [head, body] = user.access.split('.')
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`
    const key = new TextEncoder().encode('some other secret that nobody knows')
    const forged = await new SignJWT(decodeJwt(user.access))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(key)
    for (const token of [none, forged, `${head}.${body}.AAAA`, user.refresh, 'x', `${user.access} `]) {
      const expected = token === `${user.access} ` ? 200 : 401
      expect(await profileStatus(token), token).toBe(expected)
    }
    expect((await server().send('/api/v1/accounts/profile/')).status).toBe(401)
    const basic = { headers: { Authorization: `Basic ${btoa(`${user.email}:${user.password}`)}` } }
    expect((await server().send('/api/v1/accounts/profile/', basic)).status).toBe(401)
  })

  it('returns the same successor again for the direct parent of the current refresh token, however late', async () => {
    const { refresh: first } = await server().registerUser()
    const { refresh: second } = await renew(first)
    expect(second).not.toBe(first)
    server().advance(day)
    expect((await renew(first)).refresh).toBe(second)
    const { refresh: third } = await renew(second)
    expect((await renew(second)).refresh).toBe(third)
  })

  it('returns the current refresh token for its grandparent during ten seconds', async () => {
    const { refresh: first } = await server().registerUser()
    const { refresh: second } = await renew(first)
    const { refresh: third } = await renew(second)
    server().advance(9_000)
    expect((await renew(first)).refresh).toBe(third)
    expect((await renew(third)).refresh).toMatch(/\.4\./)
  })

  it('is revoked with all its tokens when an old refresh token is reused after that', async () => {
    const user = await server().registerUser()
    const { refresh: second } = await renew(user.refresh)
    const { access, refresh: third } = await renew(second)
    server().advance(11_000)
    await refused(user.refresh)
    await refused(third)
    await refused(second)
    expect(await profileStatus(access)).toBe(401)
  })

  it('is revoked when a token older than the grandparent is reused, however soon', async () => {
    const { refresh: first } = await server().registerUser()
    const { refresh: second } = await renew(first)
    const { refresh: third } = await renew(second)
    const { access, refresh: fourth } = await renew(third)
    await refused(first)
    await refused(fourth)
    expect(await profileStatus(access)).toBe(401)
  })

  it('continues after a token is refused that is newer than the database, which was restored from a backup', async () => {
    const { refresh: first } = await server().registerUser()
    const { refresh: second } = await renew(first)
    const id = first.split('.')[0] ?? ''
    await server().dependencies.db.updateTable('sessions').set({ generation: 1 }).where('id', '=', id).execute()
    await refused(second)
    expect((await renew(first)).refresh).toBe(second)
  })

  it('continues after its tenth refresh', async () => {
    let { refresh } = await server().registerUser()
    for (let times = 0; times < 10; times += 1) ({ refresh } = await renew(refresh))
    expect(refresh).toMatch(/\.11\./)
    expect((await renew(refresh)).refresh).toMatch(/\.12\./)
  })

  it('rotates once for fifty simultaneous refreshes with one token, and gives all the same successor', async () => {
    const { refresh } = await server().registerUser()
    const answers = await Promise.all(Array.from({ length: 50 }, () => renew(refresh)))
    expect(new Set(answers.map((answer) => answer.refresh)).size).toBe(1)
    expect(answers[0]?.refresh).toMatch(/\.2\./)
    expect(await generationOf(server(), refresh)).toBe(2)
    for (const { access } of answers) expect(await profileStatus(access)).toBe(200)
  })

  it('expires thirty days after its last refresh', async () => {
    const { refresh: first } = await server().registerUser()
    server().advance(29 * day)
    const { refresh: second } = await renew(first)
    server().advance(29 * day)
    const { access, refresh: third } = await renew(second)
    server().advance(31 * day)
    await refused(third)
    expect(await profileStatus(access)).toBe(401)
  })

  it('rejects a refresh token that this server never issued', async () => {
    const { refresh, access } = await server().registerUser()
    const [id, n, seal] = refresh.split('.')
    for (const token of [
      `${id}.2.${seal}`,
      `${id}.${n}.${'A'.repeat(43)}`,
      `${id}.${n}`,
      `${refresh}A`,
      `A${refresh}`,
      access,
      '..',
      'x'.repeat(4000),
    ]) {
      await refused(token)
    }
    expect(await profileStatus(access)).toBe(200)
  })

  it('ends at once on log-out by any of its tokens, and no other session does', async () => {
    const user = await server().registerUser()
    const other = await server().call(login, { body: { email: user.email, password: user.password } })
    const { access, refresh } = await renew(user.refresh)
    for (let time = 0; time < 2; time += 1) {
      await server().call(logout, { body: { refresh: user.refresh } })
    }
    expect(await profileStatus(access)).toBe(401)
    await refused(refresh)
    expect(await profileStatus(other.access)).toBe(200)
    await server().call(logout, { body: { refresh: 'never heard of' } })
  })

  it('reads the roles at every request, not from the token', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    expect(await server().call(getProfile, { token: user.access })).toMatchObject({ is_admin: true })
  })
})

async function generationOf({ dependencies }: TestServer, refresh: string): Promise<number> {
  const id = refresh.split('.')[0] ?? ''
  const { db } = dependencies
  const row = await db.selectFrom('sessions').select('generation').where('id', '=', id).executeTakeFirstOrThrow()
  return row.generation
}
