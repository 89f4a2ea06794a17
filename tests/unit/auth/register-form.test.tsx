import * as v from 'valibot'
import { expect, it } from 'vitest'
import { RegisterForm } from '#features/auth/register/register.ts'

const typed = {
  email: 'Ana@Example.org ',
  password: 'eight or more',
  confirm_password: 'eight or more',
  first_name: 'Ana',
  last_name: 'Núñez-Ruiz',
}
const problems = (change: object) =>
  v.flatten(v.safeParse(RegisterForm, { ...typed, ...change }).issues ?? ([] as never)).nested

it('takes what a person types, and tidies the address', () => {
  expect(v.parse(RegisterForm, typed)).toMatchObject({ email: 'ana@example.org', receive_newsletters: false })
})

it('asks for the same password twice, and says so at the second field', () => {
  expect(problems({ confirm_password: 'another one' })).toEqual({ confirm_password: ['confirm_password_match'] })
})

it('compares the passwords also while something else is wrong', () => {
  expect(problems({ email: '', confirm_password: 'another one' })).toMatchObject({
    email: { 0: 'email_required' },
    confirm_password: ['confirm_password_match'],
  })
})

it('asks for the second password', () => {
  expect(problems({ confirm_password: '' })?.confirm_password?.[0]).toBe('confirm_password_required')
})

it('keeps the password at 8 characters at least', () => {
  expect(problems({ password: 'short', confirm_password: 'short' })?.password).toEqual(['password_min'])
})

it.each([
  ['of few different characters', 'abcabcabc', 'password_repetitive'],
  ["that is the product's name", 'Companion!', 'password_personal'],
  ['that is the address', 'Ana@example.org', 'password_personal'],
  ['that is the family name', 'nuñez-ruiz'.replace('u', 'ú'), 'password_personal'],
])('refuses a password %s, also while something else is wrong', (_what, password, message) => {
  const change = { first_name: 'Ana', email: 'ana@example.org', password, confirm_password: 'another one' }
  const { password: said, confirm_password } = problems(change) ?? {}
  expect(said?.[0]).toBe(message)
  expect(confirm_password).toEqual(['confirm_password_match'])
})
