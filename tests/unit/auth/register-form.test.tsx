import * as v from 'valibot'
import { expect, test } from 'vitest'
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

test('the registration form accepts valid input and normalises the address', () => {
  expect(v.parse(RegisterForm, typed)).toMatchObject({ email: 'ana@example.org', receive_newsletters: false })
})

test('the registration form requires the password twice, and reports a difference at the second field', () => {
  expect(problems({ confirm_password: 'another one' })).toEqual({ confirm_password: ['confirm_password_match'] })
})

test('the registration form compares the passwords also while another field is invalid', () => {
  expect(problems({ email: '', confirm_password: 'another one' })).toMatchObject({
    email: { 0: 'email_required' },
    confirm_password: ['confirm_password_match'],
  })
})

test('the registration form requires the second password', () => {
  expect(problems({ confirm_password: '' })?.confirm_password?.[0]).toBe('confirm_password_required')
})

test('the registration form requires at least 8 characters of the password', () => {
  expect(problems({ password: 'short', confirm_password: 'short' })?.password).toEqual(['password_min'])
})

test.each([
  ['of few different characters', 'abcabcabc', 'password_repetitive'],
  ["that is the product's name", 'Companion!', 'password_personal'],
  ['that is the address', 'Ana@example.org', 'password_personal'],
  ['that is the family name', 'nuñez-ruiz'.replace('u', 'ú'), 'password_personal'],
])('the registration form rejects a password %s, also while another field is invalid', (_what, password, message) => {
  const change = { first_name: 'Ana', email: 'ana@example.org', password, confirm_password: 'another one' }
  const { password: said, confirm_password } = problems(change) ?? {}
  expect(said?.[0]).toBe(message)
  expect(confirm_password).toEqual(['confirm_password_match'])
})
