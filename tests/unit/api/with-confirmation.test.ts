import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, createApi } from '#api/client.ts'
import { isApiError } from '#api/errors.ts'
import { withConfirmation } from '#api/with-confirmation.ts'
import { getUser, updateUser } from '#contract/endpoints/admin.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
import { type StubServer, startStubServer } from '#support/servers/stub-server.ts'

const change = { params: { id: 1 }, body: { is_vip: true } }
const unconfirmed = { status: 403, json: { message: 'Confirm', code: 'confirmation_required', methods: ['code'] } }

let server: StubServer
let api: Api
let isConfirmed: boolean
let asked: (readonly string[])[]
let answer: boolean

beforeEach(async () => {
  isConfirmed = false
  asked = []
  answer = true
  server = await startStubServer(() =>
    isConfirmed ? { status: 410, json: { message: 'Gone', code: 'x' } } : unconfirmed,
  )
  const client = createApi({ baseUrl: server.url, tokens: memoryTokens(null), language: () => 'en', locks: undefined })
  api = withConfirmation(client, async ({ methods }) => {
    asked.push(methods)
    isConfirmed = answer
    return answer
  })
})
afterEach(() => server.close())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error) => (isApiError(error) ? error.code : error),
  )

test('a call that needs a confirmation is sent once more after it', async () => {
  expect(await codeOf(api.call(updateUser, change))).toBe('x')
  expect(asked).toEqual([['code']])
  expect(server.arrived).toHaveLength(2)
})

test('a call fails with the error of the server when nobody confirms', async () => {
  answer = false
  expect(await codeOf(api.call(updateUser, change))).toBe('confirmation_required')
  expect(server.arrived).toHaveLength(1)
})

test('a call that never needs a confirmation does not ask for one', async () => {
  expect(await codeOf(api.call(getUser, { params: { id: 1 } }))).toBe('confirmation_required')
  expect(asked).toEqual([])
})
