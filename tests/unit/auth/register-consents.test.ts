import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { RegisterForm, register } from '#features/auth/register/register.ts'

const { call, signIn } = vi.hoisted(() => ({ call: vi.fn(), signIn: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/session-actions.ts', () => ({ signIn }))
beforeEach(() => void call.mockReset())

const password = 'a quiet evening'
const typed = { email: 'ana@example.org', password, confirm_password: password, first_name: 'Ana', last_name: 'Prado' }
const legal = { terms: 4, privacy: null, consent: 2, minimum_age: 16 }
const sent = () => call.mock.calls[0]?.[1].body

test('a registration sends the version of the terms that the form named, and the age that was stated', async () => {
  await register(v.parse(RegisterForm, { ...typed, minimum_age: true }), legal)
  expect(sent()).toMatchObject({ accepted_terms: 4, minimum_age: 16 })
})

test('a registration states no age that nobody ticked, and accepts no draft', async () => {
  await register(v.parse(RegisterForm, typed), { ...legal, terms: null })
  expect(sent()).toMatchObject({ accepted_terms: undefined, minimum_age: undefined })
})
