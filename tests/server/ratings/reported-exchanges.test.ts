import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import {
  listExchangesToRate,
  listOffers,
  offerExchange,
  rateExchange,
  withdrawOffer,
} from '#contract/endpoints/ratings/ratings.ts'
import {
  dismissExchangeReports,
  getReportedExchange,
  listReportedExchanges,
  withdrawReportedExchange,
} from '#contract/endpoints/ratings/reported-exchanges.ts'
import { acceptValidator, listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { mailTo, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources } from '#support/users/owned-resources.ts'

const post = await startMailServer()
afterAll(() => post.close())

const scores = { truth: 80, fairness: 70, wisdom: 60, duty: 50, safety: 100, liberty: 0 }

describeServerOnEachEngine(
  'an exchange that validators have reported',
  (server) => {
    let admin: InsertedUser
    beforeEach(async () => {
      await server().dependencies.db.deleteFrom('offered_exchanges').execute()
      admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    })

    async function validator() {
      const user = await insertSignedInUser(server().dependencies)
      await server().call(signUpValidator, { token: user.token, body: { name: 'Ada', email: user.email } })
      const { results } = await server().call(listValidators, { token: admin.token })
      const id = results.find(({ email }) => email === user.email)?.id ?? 0
      await server().call(acceptValidator, { token: admin.token, params: { id } })
      return user
    }
    async function offered() {
      const { owner, answerId } = await createOwnedResources(server())
      const body = { question: 'When?', answer: 'In May.', language: 'en' } as const
      await server().call(offerExchange, { token: owner.token, params: { id: answerId }, body })
      return owner
    }
    const next = async ({ token }: InsertedUser) => (await server().call(listExchangesToRate, { token })).results
    const report = ({ token }: InsertedUser, exchange: string, reason: string) =>
      server().reply(rateExchange, {
        token,
        body: { id: randomUUID(), exchange, kind: 'report', scores: null, reason, quote: '' },
      })
    const list = () => server().call(listReportedExchanges, { token: admin.token })
    const open = (id: string) => server().reply(getReportedExchange, { token: admin.token, params: { id } })
    const dismiss = (id: string, reported_at: string) =>
      server().reply(dismissExchangeReports, { token: admin.token, params: { id }, body: { reported_at } })
    const withdraw = (id: string) => server().reply(withdrawReportedExchange, { token: admin.token, params: { id } })
    const audited = async () => {
      const rows = await server()
        .dependencies.db.selectFrom('audit')
        .select(['action', 'subject_id', 'details'])
        .where('action', 'like', 'exchange.%')
        .where('actor_id', '=', admin.id)
        .orderBy('id')
        .execute()
      return rows.map(({ action, subject_id, details }) => [action, subject_id, JSON.parse(details)])
    }
    /** An exchange that two validators have reported, and a third who has it on their device. */
    async function reported() {
      const author = await offered()
      const users = [await validator(), await validator(), await validator()] as const
      const [exchange] = await next(users[0])
      const id = exchange?.id ?? expect.fail('no exchange')
      for (const user of users.slice(1)) await next(user)
      await report(users[0], id, 'It has a name')
      await report(users[1], id, 'And an address')
      return { author, users, id }
    }

    it('stays reported when a device of the same validator that was offline sends a rating or a skip', async () => {
      const { users, id } = await reported()
      for (const user of users.slice(0, 2)) {
        for (const kind of ['skip', 'rating'] as const) {
          const given = { exchange: id, kind, scores: kind === 'skip' ? null : scores, reason: 'Right', quote: '' }
          const late = await server().reply(rateExchange, { token: user.token, body: { id: randomUUID(), ...given } })
          expect(late.status).toBe(204)
        }
      }
      expect((await list()).results).toMatchObject([{ id, reports: 2, reason: 'And an address' }])
      expect(await next(await validator())).toEqual([])
      await report(users[0], id, 'It has two names')
      expect((await list()).results).toMatchObject([{ id, reports: 2, reason: 'It has two names' }])
    })

    it('is listed and opened with its texts and reports, without its author, which leaves an audit entry', async () => {
      const { author, users, id } = await reported()
      await offered()
      const { count, results } = await list()
      expect([count, results]).toMatchObject([1, [{ id, language: 'en', reports: 2, reason: 'And an address' }]])
      const { status, body } = await open(id)
      expect([status, body]).toMatchObject([
        200,
        {
          ...{ id, question: 'When?', answer: 'In May.', ratings: 0 },
          reports: [
            { reason: 'And an address', user: { id: users[1].id, email: users[1].email } },
            { reason: 'It has a name', user: { id: users[0].id } },
          ],
        },
      ])
      expect(JSON.stringify(body)).not.toContain(author.email)
      await open(id)
      expect(await audited()).toEqual([['exchange.viewed', null, { exchange: id }]])
    })

    it('goes back to validators once its reports are dismissed, but not to those who have reported it', async () => {
      const { author, users, id } = await reported()
      const reported_at = (await list()).results[0]?.reported_at ?? ''
      const offers = async () => (await server().call(listOffers, { token: author.token })).results
      expect([await next(users[2]), await offers()]).toMatchObject([[], [{ is_reported: true }]])
      expect((await dismiss(id, reported_at)).status).toBe(204)
      expect([await next(users[2]), await offers()]).toMatchObject([[{ id }], [{ is_reported: false }]])
      for (const user of users.slice(0, 2)) expect(await next(user)).toEqual([])
      expect(await list()).toEqual({ count: 0, results: [] })
      expect([(await open(id)).status, (await dismiss(id, reported_at)).status]).toEqual([404, 404])
      expect(await audited()).toEqual([['exchange.dismissed', null, { exchange: id, reports: 2 }]])
    })

    it('stays reported by what came after the admin had looked', async () => {
      const { users, id } = await reported()
      const seen = '2026-01-01T00:00:00.000Z'
      expect((await dismiss(id, seen)).status).toBe(204)
      expect((await list()).results).toMatchObject([{ id, reports: 2 }])
      expect(await next(users[2])).toEqual([])
    })

    it('is deleted with its reports when an admin withdraws it, and its author may offer again', async () => {
      const { author, users, id } = await reported()
      const { token } = author
      const offers = async () => (await server().call(listOffers, { token })).results
      expect((await withdraw(id)).status).toBe(204)
      expect(await server().dependencies.db.selectFrom('exchange_ratings').selectAll().execute()).toEqual([])
      const [left] = await offers()
      expect(left).toMatchObject({ is_withdrawn: true, is_reported: false, question: '', answer: '', ratings: 0 })
      expect(await next(users[2])).toEqual([])
      expect(await report(users[2], id, 'Too late')).toMatchObject({ status: 410 })
      expect((await withdraw(id)).status).toBe(404)
      expect(await audited()).toEqual([['exchange.withdrawn', null, { exchange: id, reports: 2 }]])

      const again = { token, params: { id: left?.message ?? '' } }
      await server().call(offerExchange, { ...again, body: { question: 'When?', answer: 'In June.', language: 'en' } })
      expect(await offers()).toMatchObject([{ is_withdrawn: false, answer: 'In June.' }])
      expect(await next(users[2])).toMatchObject([{ answer: 'In June.' }])
    })

    it.each([
      ['en', 'An exchange that you offered for rating was withdrawn', 'Open the chat'],
      ['es', 'Se ha retirado un intercambio que ofreciste para valorar', 'Abrir el chat'],
    ] as const)('tells its author in %s that an admin has withdrawn it, until they take it off', async (...given) => {
      const [language, subject, button] = given
      const { author, id } = await reported()
      const { token } = author
      await server().call(updateProfile, { token, body: { language } })
      await server()
        .dependencies.db.updateTable('users')
        .set({ email_verified: 1 })
        .where('id', '=', author.id)
        .execute()
      await withdraw(id)
      const { text } = await mailTo(post.mails, author.email, new RegExp(subject))
      const [left] = (await server().call(listOffers, { token })).results
      expect(text).toContain(`${button}:\n${server().dependencies.config.publicUrl}/chat/${left?.chat}`)
      expect(text).not.toContain('In May.')
      await server().call(withdrawOffer, { token, params: { id: left?.message ?? '' } })
      expect((await server().call(listOffers, { token })).results).toEqual([])
    })

    it('cannot be withdrawn by an admin when nobody has reported it', async () => {
      await offered()
      const [exchange] = await next(await validator())
      expect((await withdraw(exchange?.id ?? '')).status).toBe(404)
      expect((await open(exchange?.id ?? '')).status).toBe(404)
    })
  },
  { assistant: instantAssistant(), env: { SMTP_URL: post.url, MAIL_FROM: 'hello@example.org' } },
)
