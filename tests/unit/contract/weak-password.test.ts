// @vitest-environment jsdom
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isPersonalPassword, isVariedPassword } from '#contract/weak-password.ts'
import { PasswordChange } from '#features/account/change-password.ts'
import { CreateUserForm, changeUserForm } from '#features/admin/users/user-schema.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const ada = { email: 'ada.l+news@example.org', username: 'Countess_7', first_name: 'Ada', last_name: "O'Byron" }

describe('a new password', () => {
  it.each(['Companion', ' companion!', '2026COMPANION', 'ada.l+news@example.org', 'ADA.L+NEWS', 'adalnews'])(
    '%s is recognised as the product or the address',
    (password) => expect(isPersonalPassword(password, ada)).toBe(true),
  )

  it.each(['countess', 'COUNTESS_8', '1815-ada-1852', 'o\u2019byron', 'adaobyron', "O'Byron, Ada 1"])(
    '%s is recognised as a name of its account',
    (password) => expect(isPersonalPassword(password, ada)).toBe(true),
  )

  it.each(['companions', 'ada lovelace', 'a quiet evening', 'obyron ada x', '', '!!!!', '12345678'])(
    '%s is recognised as none of them',
    (password) => expect(isPersonalPassword(password, ada)).toBe(false),
  )

  it('is only compared with the product name for an unknown account', () => {
    expect(isPersonalPassword('', {})).toBe(false)
    expect(isPersonalPassword('---', { username: '---' })).toBe(false)
    expect(isPersonalPassword('companion', {})).toBe(true)
  })

  it.each([
    ['aaaaaaaa', false],
    ['AaBbCcAa', false],
    ['ａaｂbｃc11', true],
    ['ａaｂbｃcAA', false],
    ['abcd', true],
    ['🌿🕯📖', false],
    ['🌿🕯📖a', true],
  ])('%s has at least four different characters: %s', (password, expected) => {
    expect(isVariedPassword(password)).toBe(expected)
  })
})

describe('the password schema', () => {
  const problems = (schema: v.GenericSchema, values: object) =>
    v.flatten(v.safeParse(schema, values).issues ?? ([] as never)).nested

  it('compares the password in the admin form with the other fields', () => {
    const values = { ...ada, password: "o'byron1" }
    const expected = { password: ['password_personal'] }
    expect(problems(CreateUserForm, values)).toEqual(expected)
    expect(problems(changeUserForm(ada.username), values)).toEqual(expected)
    expect(problems(changeUserForm(ada.username), { ...ada, password: '' })).toBeUndefined()
    expect(problems(CreateUserForm, { ...ada, password: '' })).toBeUndefined()
    expect(problems(CreateUserForm, { ...ada, password: 'aaaaaaaa' })).toEqual({ password: ['password_repetitive'] })
  })

  it('compares a changed password with the signed-in user', () => {
    const change = { current_password: 'x', confirm_password: 'sofia prado' }
    const said = (new_password: string) => problems(PasswordChange, { ...change, new_password })?.new_password?.[0]
    resetSession()
    expect(said('companion')).toBe('password_personal')
    expect(said('sofia prado')).toBeUndefined()
    const user = makeUser(7, { first_name: 'Sofia', last_name: 'Prado' })
    adopt({ generation: 1, session: { ...makeAuthenticated(7), user, generation: 1 } }, { mirror: false })
    expect(said('sofia prado')).toBe('password_personal')
  })
})
