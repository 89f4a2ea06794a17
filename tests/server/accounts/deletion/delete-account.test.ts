import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount, getProfile, login, refreshToken } from '#contract/endpoints/accounts.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { deriveKey } from '#server/lib/derive-key.ts'
import { counterName, createRateLimiter } from '#server/limits/rate-limiter.ts'
import { deleteUserData } from '#server/modules/accounts/deletion/delete-user-data.ts'
import { mailInvitation } from '#server/modules/accounts/email/mails/mail-invitation.ts'
import { mailVerification } from '#server/modules/accounts/email/mails/mail-verification.ts'
import { accountKey } from '#server/modules/accounts/sessions/counter-key.ts'
import { verifyChain } from '#server/modules/audit/chain/verify-chain.ts'
import { readEvents } from '#support/api/answer-stream.ts'
import { dump, findRowsWith, liveTables, startUserIdsAt } from '#support/database/dump.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'
import { createUserInEveryTable, type UserInEveryTable } from '#support/users/user-in-every-table.ts'

const model = await startModelServer()
afterAll(() => model.close())
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }

/** Columns that refer to a user by id, by the names that they have in every table. */
const userColumns = ['user_id', 'actor_id', 'subject_id', 'person_id', 'account_id', 'owner_id']

describeServerOnEachEngine(
  'deleting an account',
  (server, engine) => {
    const leave = ({ access }: { access: string }, password = 'a quiet evening') =>
      server().reply(deleteAccount, { token: access, body: { password } })
    const everything = () => dump(server().dependencies.db)
    const complaints = () => server().logs.filter((line) => /"level":[56]0/.test(line))

    describe('that has used every feature', () => {
      let user: UserInEveryTable
      let other: UserInEveryTable
      let before: Awaited<ReturnType<typeof dump>>

      beforeAll(async () => {
        await startUserIdsAt(server().dependencies.db, engine, 987_650_001)
        user = await createUserInEveryTable(server())
        other = await createUserInEveryTable(server())
        before = await everything()
      })

      it('starts with a row in every table that refers to a user', async () => {
        const tables = await liveTables(server().dependencies.db)
        const named = [...tables].filter(([, columns]) => columns.some((column) => userColumns.includes(column)))
        const found = new Set(findRowsWith(before, [user.id]).map((row) => row.split(':', 1)[0]))
        // A new table with user data fails here until `createUserInEveryTable` writes to it.
        expect([...found].sort()).toEqual(['users', ...named.map(([table]) => table)].sort())
      })

      it('requires the password', async () => {
        const wrong = await leave(user, 'not this one')
        expect([wrong.status, wrong.body]).toEqual([400, { password: ['The password is not right'] }])
        const none = await server().send('/api/v1/accounts/profile/', {
          method: 'DELETE',
          body: '{}',
          headers: { Authorization: `Bearer ${user.access}`, 'Content-Type': 'application/json' },
        })
        expect([none.status, none.body]).toEqual([400, { password: ['Password is required'] }])
        await server().call(getProfile, { token: user.access })
      })

      it('removes every row of the user and none of other users', async () => {
        const { db } = server().dependencies
        const chunksOf = async (userId: number) => {
          const answers = db.selectFrom('generations').select('id').where('user_id', '=', userId)
          return (await db.selectFrom('generation_chunks').select('n').where('generation_id', 'in', answers).execute())
            .length
        }
        before = await everything()
        const othersChunks = await chunksOf(other.user.id)
        expect(othersChunks).toBeGreaterThan(0)
        const reply = await leave(user)
        expect([reply.status, reply.text]).toEqual([204, ''])
        const after = await everything()

        const words = [user.id, user.email, user.chatId, user.folderId, user.endpoint, user.tagId]
        const photo = user.photoAddress.replace(/^.*\/|\.webp$/g, '')
        expect(findRowsWith(before, [...words, photo]).length).toBeGreaterThan(15)
        expect(findRowsWith(after, [...words, photo])).toEqual([])
        for (const [table, rows] of before) {
          // The rows of stored objects stay, without the user's id, until the next erasure.
          if (['audit', 'audit_chain', 'generation_chunks', 'stored_objects'].includes(table)) continue
          const others = rows.filter((row) => !findRowsWith(new Map([[table, [row]]]), words).length)
          // Deliveries of a newsletter stay for its counts, without a user or an address.
          const left = after
            .get(table)
            ?.filter((row) => !(table === 'newsletter_deliveries' && row.includes('"user_id":null')))
          expect(left, table).toEqual(others)
        }
        expect(findRowsWith(after, [other.user.id])).toEqual(findRowsWith(before, [other.user.id]))
        // How many pieces an answer is stored in depends on how fast it came, so the users differ in it.
        expect(await chunksOf(other.user.id)).toBe(othersChunks)
        expect(after.get('generation_chunks')).toHaveLength(othersChunks)
      })

      it('keeps the audit entries without the user’s id', async () => {
        const { db } = server().dependencies
        const lines = await db.selectFrom('audit').select(['action', 'actor_id', 'subject_id']).orderBy('id').execute()
        expect(lines.slice(0, 2)).toEqual([
          { action: 'user.changed', actor_id: null, subject_id: null },
          { action: 'admin.made', actor_id: null, subject_id: null },
        ])
        expect(lines[2]).toMatchObject({ actor_id: other.user.id, subject_id: other.user.id })
        expect(await verifyChain(db)).toMatchObject({ checked: lines.length, broken: null })
      })

      it('signs the user out on every device, and lets them register again as a new user', async () => {
        const { email, password, access, refresh, otherRefresh, photoAddress } = user
        const refused = { status: 401, body: { code: 'token_not_valid' } }
        expect(await server().reply(getProfile, { token: access })).toMatchObject(refused)
        expect(await leave(user)).toMatchObject(refused)
        for (const token of [refresh, otherRefresh]) {
          expect(await server().reply(refreshToken, { body: { refresh: token } })).toMatchObject(refused)
        }
        expect(await server().reply(login, { body: { email, password } })).toMatchObject({ status: 401 })
        expect((await server().send(photoAddress)).status).toBe(404)
        const again = await server().registerUser({ email })
        expect(again.user.id).not.toBe(user.id)
        expect((await server().call(listChats, { token: again.access })).results).toEqual([])
      })
    })

    it('succeeds once when two requests arrive at the same time', async () => {
      const user = await server().registerUser()
      const replies = await Promise.all([leave(user), leave(user), leave(user)])
      for (const { status } of replies) expect([204, 401]).toContain(status)
      expect(replies.map(({ status }) => status)).toContain(204)
      expect(await deleteUserData(server().dependencies, user.id)).toBe(false)
    })

    it('ends an answer that is being written, without leftovers or logged errors', async () => {
      const testUser = await createChatUser(server())
      const user = await server().call(getProfile, { token: testUser.token })
      const script = model.next({ tokens: ['One', ' two', ' three'], holdAt: 1 })
      const response = await testUser.stream('Count')
      const events = readEvents(response)
      await vi.waitFor(async () => {
        const { value } = await events.next()
        expect(value?.event).toBe('delta')
      })
      const waiting = await testUser.ask('And this one waits')
      const said = complaints().length
      expect((await leave({ access: testUser.token })).status).toBe(204)
      const rest = await Array.fromAsync(events)
      expect(rest.at(-1)).toMatchObject({ event: 'failed', data: { code: 'not_found' } })
      await script.cancelled()
      await vi.waitFor(() => expect(server().logs.join('\n')).toContain('an answer was deleted'))
      expect(findRowsWith(await everything(), [waiting.assistant_message.id, testUser.chatId, user.email])).toEqual([])
      expect(complaints().slice(said)).toEqual([])
    })

    it('never returns a 5xx status while the user’s devices send other requests', async () => {
      const user = await server().registerSubscriber()
      const said = complaints().length
      const { access, refresh, email, password } = user
      const statuses: number[] = []
      const note = ({ status }: { status: number }) => void statuses.push(status)
      const busy = Array.from({ length: 6 }, async () => {
        for (let round = 0; round < 2; round += 1) {
          const chat = crypto.randomUUID()
          await server()
            .send('/api/v1/companion/chats/', {
              method: 'POST',
              body: JSON.stringify({ id: chat }),
              headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
            })
            .then(note)
          await server()
            .send('/api/v1/companion/chat/', {
              method: 'POST',
              body: JSON.stringify({ id: crypto.randomUUID(), chat, content: 'Hello' }),
              headers: {
                Authorization: `Bearer ${access}`,
                'Content-Type': 'application/json',
                Prefer: 'respond-async',
              },
            })
            .then(note)
          await server().reply(refreshToken, { body: { refresh } }).then(note)
          await server().reply(login, { body: { email, password } }).then(note)
        }
      })
      const left = await leave(user)
      await Promise.all(busy)
      expect(left.status).toBe(204)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(complaints().slice(said)).toEqual([])
      expect(findRowsWith(await everything(), [email])).toEqual([])
      const { db } = server().dependencies
      for (const table of ['sessions', 'chats', 'messages', 'generations', 'known_addresses'] as const) {
        const rows = db.selectFrom(table).select('user_id').where('user_id', '=', user.id)
        expect(await rows.execute(), table).toEqual([])
      }
    })

    it('sends no mail and logs no error when it comes before the confirmation mail is written', async () => {
      const { access, user, email } = await server().registerUser()
      expect((await leave({ access })).status).toBe(204)
      const said = complaints().length
      const recipient = { id: user.id, email, first_name: 'Ada', language: 'en' } as const
      const { mails } = server().dependencies
      await mails.settled()
      for (const mail of [mailVerification, mailInvitation]) mail(server().dependencies, recipient)
      await mails.settled()
      expect(complaints().slice(said)).toEqual([])
      expect(findRowsWith(await everything(), [email])).toEqual([])
    })

    it('removes the user from the counts, except those of mails to the address', async () => {
      const user = await server().registerUser()
      const { config, db } = server().dependencies
      const key = deriveKey(config.tokenSecret, 'counter')
      const limiter = createRateLimiter({ db, now: Date.now, enabled: true, key })
      const [id, email] = [String(user.id), accountKey(user.email)]
      await limiter.take('password', id)
      await limiter.take('loginStrangers', email)
      await limiter.take('loginStrangers', accountKey('other@example.org'))
      const ofMails = ['forgotAccount', 'forgotStrangers', 'resendAddress', 'subscribeAddress'] as const
      for (const name of ofMails) await limiter.take(name, email)
      expect((await leave(user)).status).toBe(204)
      const keys = (await db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
      const others = counterName(key, 'loginStrangers', accountKey('other@example.org'))
      expect(keys.toSorted()).toEqual([...ofMails.map((name) => counterName(key, name, email)), others].toSorted())
    })

    it('names the other ways to prove identity to a user without a password', async () => {
      const user = await server().registerUser()
      const users = server().dependencies.db.updateTable('users').where('id', '=', user.id)
      await users.set({ password_hash: null, google_sub: '1234' }).execute()
      const reply = await leave(user)
      expect([reply.status, reply.body]).toEqual([
        400,
        { password: ['This account has no password. Confirm with Google, or set one with “Forgot your password?”'] },
      ])
    })

    it('is allowed for the last admin, and logs how to create another', async () => {
      const [first, last] = [await server().registerUser(), await server().registerUser()]
      const { db } = server().dependencies
      await db.updateTable('users').set({ is_admin: 1 }).where('id', 'in', [first.user.id, last.user.id]).execute()
      const warned = () => server().logs.filter((line) => line.includes('npm run admin:create')).length
      expect((await leave(first)).status).toBe(204)
      expect(warned()).toBe(0)
      expect((await leave(last)).status).toBe(204)
      expect(warned()).toBe(1)
    })

    it('is refused while the user’s billing cannot be cancelled', async () => {
      const user = await server().registerSubscriber()
      const subscriptions = server().dependencies.db.updateTable('subscriptions')
      await subscriptions.set({ source: 'stripe' }).where('user_id', '=', user.id).execute()
      expect(await leave(user)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
      expect((await server().call(getProfile, { token: user.access })).subscriptions).toHaveLength(1)
    })

    it('runs in one transaction with the changes that the caller adds', async () => {
      const user = await server().registerUser()
      const undone = deleteUserData(server().dependencies, user.id, async () => {
        throw new Error('no line for the audit log')
      })
      await expect(undone).rejects.toThrow('no line')
      await server().call(getProfile, { token: user.access })
    })
  },
  // Leases are renewed so rarely that only a notification can end an answer in time.
  { env, generations: { leaseMs: 240_000, renewMs: 120_000 } },
)
