import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { logout } from '#contract/endpoints/accounts.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { forgetCopies } from '#offline/database/wipe.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'
import { nobody } from '#session/state/session-state.ts'
import { changeRecord } from '#session/token-record/token-record.ts'
import { environmentForFile, refreshing, sending } from './support/chaos-environment.ts'
import { Client, makeLocks } from './support/client.ts'
import { flawless, Ledger } from './support/ledger.ts'

const secret = randomBytes(32).toString('hex')
const environment = environmentForFile({ TOKEN_SECRET: secret })
/** Signs as the server does, but an hour ago, so that the tokens have expired on a machine of any speed. */
const hourAgo = createAccessTokens({ secret, seconds: 900, now: () => Date.now() - 3_600_000 })
const valid = createAccessTokens({ secret, seconds: 900, now: Date.now })

async function begin() {
  const [user, client] = [await environment().registerUser(), new Client(environment(), { locks: makeLocks() })]
  await client.signIn(user)
  return { user, client, ledger: new Ledger() }
}

/** Gives that client an expired access token of its session. */
async function expire(client: Client): Promise<void> {
  const claims = await valid.verify((await client.session())?.access ?? '')
  if (!claims) throw new Error('Nobody is signed in here')
  const access = await hourAgo.sign(claims)
  await changeRecord(client.db, nobody, ({ session }) => session && { ...session, access })
}

const refreshes = () => environment().proxy.passed.filter((line) => refreshing.test(line)).length

test('a worker that wakes with an expired access token refreshes it once and sends the queue', async () => {
  const { client, user, ledger } = await begin()
  const chats = [uuid(), uuid(), uuid(), uuid()]
  for (const chatId of chats) await client.type(ledger, user, chatId, 'written yesterday')
  await expire(client)
  const before = refreshes()
  await client.flushUntilQuiet(user)
  expect(refreshes() - before).toBe(1)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(4))
  expect(client.refusals).toBe(0)
})

test('a user whose refresh response was lost stays signed in, and their messages are sent', async () => {
  const { client, user, ledger } = await begin()
  await client.type(ledger, user, uuid(), 'through thick and thin')
  await expire(client)
  environment().proxy.cutAfter(refreshing, 2)
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(1))
  expect(client.refusals).toBe(0)
  expect((await client.session())?.user.id).toBe(user.authenticated.user.id)
})

test('a refresh that meets a broken server or a captive portal signs nobody out', async () => {
  const { client, user, ledger } = await begin()
  await client.type(ledger, user, uuid(), 'in a hotel')
  await expire(client)
  const portal = { headers: { 'content-type': 'text/html' }, json: '<h1>Room number?</h1>' }
  for (const status of [500, 503, 401, 403]) environment().proxy.answer(refreshing, { status, ...portal }, 1)
  environment().proxy.cutBefore(refreshing, 2)
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(1))
  expect(client.refusals).toBe(0)
})

test('many calls of three contexts with one expired token all succeed, and nobody is signed out', async () => {
  const user = await environment().registerUser()
  const [name, locks] = [`chaos-${uuid()}`, makeLocks()]
  const contexts = [1, 2, 3].map(() => new Client(environment(), { name, locks }))
  await contexts[0]?.signIn(user)
  if (contexts[0]) await expire(contexts[0])
  const before = refreshes()
  const calls = contexts.flatMap(({ api }) => Array.from({ length: 34 }, () => api.call(listChats, {})))
  expect(await Promise.all(calls)).toHaveLength(102)
  expect(refreshes() - before).toBe(1)
})

test('messages that wait when the session ends are never sent as the next user, and are sent when their user returns', async () => {
  const { client, user: ana, ledger } = await begin()
  const ben = await environment().registerUser()
  const chatId = uuid()
  for (let n = 0; n < 3; n += 1) await client.type(ledger, ana, chatId, 'meant by Ana')
  // The session was ended on the server while this device was offline.
  const held = environment().proxy.hold(sending)
  const flushing = client.flush(ana)
  await held.arrived
  const session = await client.session()
  await client.api.call(logout, { body: { refresh: session?.refresh ?? '' } })
  held.release()
  expect(await flushing).toMatchObject({ sent: 1, stopped: 'signed-out' })
  expect(client.refusals).toBe(1)

  await endAndSignIn(client, ana.authenticated.user.id, ben)
  await client.type(ledger, ben, uuid(), 'meant by Ben')
  expect(await client.flush(ana)).toMatchObject({ sent: 0, stopped: 'signed-out' })
  await client.flushUntilQuiet(ben)
  expect(await ledger.arrived(environment().rows)).toBe(1)
  expect(await client.waiting(ana)).toHaveLength(3)

  const again = await environment().signInAgain(ana)
  await endAndSignIn(client, ben.authenticated.user.id, again)
  await client.flushUntilQuiet(again)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(4))
})

/** Does what src/session does when a refresh is rejected and another user then signs in. */
async function endAndSignIn(client: Client, gone: number, next: Parameters<Client['signIn']>[0]): Promise<void> {
  await changeRecord(
    client.db,
    nobody,
    () => null,
    () => forgetCopies(client.db, gone),
  )
  await client.signIn(next)
}
