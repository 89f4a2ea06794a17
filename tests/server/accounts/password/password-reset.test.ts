import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { RESET_SECONDS } from '#contract/limits.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine('resetting a forgotten password', (server) => {
  const ask = (email: string) => server().reply(accounts.forgotPassword, { body: { email } })
  const resetMails = async (email: string) =>
    (await mailsOf(server(), email)).filter(({ subject }) => subject === 'Choose a new password')
  const linkFor = async (email: string) => {
    await ask(` ${email.toUpperCase()}`)
    return tokenIn((await resetMails(email)).at(-1) ?? {})
  }
  const reset = (token: string, password: string) =>
    server().reply(accounts.resetPassword, { body: { token, password } })
  const logIn = (email: string, password: string) => server().reply(accounts.login, { body: { email, password } })

  it('mails a link that sets a new password once, ends every session and confirms the address', async () => {
    const user = await server().registerUser()
    const elsewhere = await server().call(accounts.login, { body: user })
    const token = await linkFor(user.email)
    const done = await reset(token, 'a louder evening')
    expect(done).toMatchObject({ status: 200, body: { message: expect.stringContaining('Log in') } })

    for (const { access, refresh } of [user, elsewhere]) {
      expect((await server().reply(accounts.getProfile, { token: access })).status).toBe(401)
      expect((await server().reply(accounts.refreshToken, { body: { refresh } })).status).toBe(401)
    }
    expect((await logIn(user.email, user.password)).status).toBe(401)
    expect(await logIn(user.email, 'a louder evening')).toMatchObject({
      status: 200,
      body: { user: { email_verified: true } },
    })
    expect(await reset(token, 'a third evening')).toMatchObject({
      status: 400,
      body: { token: ['This link is no longer valid'] },
    })
    const changed = (await mailsOf(server(), user.email)).at(-1)
    expect(changed?.subject).toBe('Your password was changed')
    expect(changed?.text).toContain('/auth/forgor-password')
  })

  it('repeats its answer to a request whose response was lost, and changes nothing more', async () => {
    const user = await server().registerUser()
    const token = await linkFor(user.email)
    const done = await reset(token, 'a louder evening')
    const session = await server().call(accounts.login, { body: { email: user.email, password: 'a louder evening' } })
    expect(await reset(token, 'a louder evening')).toMatchObject({ status: 200, text: done.text })
    expect((await server().reply(accounts.getProfile, { token: session.access })).status).toBe(200)
    const changed = (await mailsOf(server(), user.email)).filter(({ subject }) => subject?.includes('was changed'))
    expect(changed).toHaveLength(1)
  })

  it('recognises a repeat until the link expires or the password is changed again', async () => {
    const [early, late] = [await server().registerUser(), await server().registerUser()]
    const [first, stale] = [await linkFor(early.email), await linkFor(late.email)]
    for (const token of [first, stale]) expect((await reset(token, 'a louder evening')).status).toBe(200)
    expect((await reset(await linkFor(early.email), 'a third evening')).status).toBe(200)
    for (const password of ['a louder evening', 'a third evening']) {
      expect((await reset(first, password)).status).toBe(400)
    }
    server().advance(RESET_SECONDS * 1000)
    expect((await reset(stale, 'a louder evening')).status).toBe(400)
  })

  it('succeeds for each of two simultaneous requests with the same password, and mails one notice', async () => {
    const user = await server().registerUser()
    const token = await linkFor(user.email)
    const replies = await Promise.all([reset(token, 'a louder evening'), reset(token, 'a louder evening')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const changed = (await mailsOf(server(), user.email)).filter(({ subject }) => subject?.includes('was changed'))
    expect(changed).toHaveLength(1)
  })

  it('succeeds once when requests with several passwords use the link at the same time', async () => {
    const user = await server().registerUser()
    const token = await linkFor(user.email)
    const passwords = ['evening one', 'evening two', 'evening three', 'evening four']
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? ''
    expect((await logIn(user.email, winner)).status).toBe(200)
  })

  it('invalidates every other link of the user', async () => {
    const user = await server().registerUser()
    const [first, second] = [await linkFor(user.email), await linkFor(user.email)]
    expect(first).not.toBe(second)
    expect((await reset(first, 'a louder evening')).status).toBe(200)
    expect((await reset(second, 'somebody else')).status).toBe(400)
  })

  it('accepts a link for ten minutes, and no longer', async () => {
    const [early, late] = [await server().registerUser(), await server().registerUser()]
    const [good, stale] = [await linkFor(early.email), await linkFor(late.email)]
    server().advance(RESET_SECONDS * 1000 - 5_000)
    expect((await reset(good, 'a louder evening')).status).toBe(200)
    server().advance(5_001)
    expect((await reset(stale, 'a louder evening')).status).toBe(400)
  })

  it('keeps the link valid when the new password is rejected', async () => {
    const user = await server().registerUser()
    const token = await linkFor(user.email)
    expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { password: [expect.any(String)] } })
    expect(await reset(token, 'Baseball1')).toMatchObject({
      status: 400,
      body: { password: ['Too many people use this password. Choose another'] },
    })
    expect((await reset(token, 'a louder evening')).status).toBe(200)
  })

  it('gives the same response for an unknown address, and sends no mail', async () => {
    const user = await server().registerUser()
    const nobody = `${randomUUID()}@example.org`
    const [known, unknown] = [await ask(user.email), await ask(nobody)]
    expect(unknown).toMatchObject({ status: known.status, text: known.text })
    expect(await resetMails(user.email)).toHaveLength(1)
    expect(await mailsOf(server(), nobody)).toEqual([])
  })

  it('sets a first password for a user who has none', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    expect((await logIn(user.email, user.password)).status).toBe(401)
    expect((await reset(await linkFor(user.email), 'my very first')).status).toBe(200)
    expect((await logIn(user.email, 'my very first')).status).toBe(200)
  })

  it('rejects a link for another purpose and a forged one', async () => {
    const user = await server().registerUser()
    const confirm = (await mailsOf(server(), user.email))[0] ?? {}
    for (const token of [tokenIn(confirm), 'x', 'A'.repeat(43), user.refresh, user.access]) {
      expect(await reset(token, 'a louder evening'), token).toMatchObject({ status: 400, body: { token: [/link/] } })
    }
  })

  it('leaves no usable link in the database or the log', async () => {
    const user = await server().registerUser()
    const token = await linkFor(user.email)
    const rows = await server().dependencies.db.selectFrom('one_time_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(server().logs.join('')).not.toContain(token)
  })
})
