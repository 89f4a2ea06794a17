import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'
import { isCommonPassword } from '#server/modules/accounts/password/common-passwords.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describe('the list of common passwords', () => {
  it.each(['password', 'PassWord', '12345678', 'baseball1', 'qwertyuiop', 'TRUSTNO1', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])(
    'contains %s in any letter case and Unicode form',
    async (password) => expect(await isCommonPassword(password)).toBe(true),
  )

  it.each(['a quiet evening', 'correct horse', 'password of mine', '', 'constructor', '__proto__'])(
    'does not contain %s',
    async (password) => expect(await isCommonPassword(password)).toBe(false),
  )

  it('contains the 3,000 most used passwords, and the 3,000 most used ones of at least 8 characters', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const byUse = dictionary['passwords-common']
    const long = byUse.filter((password) => password.length >= 8)
    for (const password of [...byUse.slice(0, 3000), ...long.slice(0, 3000)]) {
      if (!(await isCommonPassword(password))) expect.fail(password)
    }
    expect(await isCommonPassword(long.at(-1) ?? '')).toBe(false)
  })
})

describeServerOnEachEngine('a new password', (server) => {
  const register = (password: string) => {
    const body = { email: `${randomUUID()}@example.org`, password, first_name: 'Ada', last_name: 'Lovelace' }
    return server().reply(accounts.register, { body })
  }

  it('is rejected with an error at its field when it is too common', async () => {
    const words = ['Too many people use this password. Choose another']
    expect(await register('Password1')).toMatchObject({ status: 400, body: { password: words } })
    const user = await server().registerUser()
    const body = { current_password: user.password, new_password: 'Password1' }
    const changed = await server().reply(accounts.changePassword, { token: user.access, body })
    expect(changed).toMatchObject({ status: 400, body: { new_password: words } })
    expect((await server().reply(accounts.login, { body: user })).status).toBe(200)
  })

  it.each([
    ['64 characters', `${'x'.repeat(60)}abcd`],
    ['200 characters', 'a sentence of some length '.repeat(8).slice(0, 200)],
    ['as many as there can be', 'wxyz'.repeat(PASSWORD_MAX / 4)],
    ['200 characters of several bytes', 'ñ漢字é'.repeat(50)],
    ['emoji', '🌿🕯️📖'.repeat(20)],
  ])('may have %s, and every character counts', async (_what, password) => {
    const user = await server().registerUser({ password })
    const logIn = (typed: string) => server().reply(accounts.login, { body: { email: user.email, password: typed } })
    expect((await logIn(password)).status).toBe(200)
    expect((await logIn(`${password.slice(0, -1)}!`)).status).toBe(401)
    expect((await logIn(password.slice(0, -1))).status).toBe(401)
  })

  it('has a maximum length, which the error states', async () => {
    expect(await register('x'.repeat(PASSWORD_MAX + 1))).toMatchObject({
      status: 400,
      body: { password: ['This is too long'] },
    })
  })
})
