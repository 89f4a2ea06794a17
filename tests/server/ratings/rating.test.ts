import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getProfile, updateProfile } from '#contract/endpoints/accounts.ts'
import {
  listExchangesToRate,
  listOffers,
  offerExchange,
  rateExchange,
  withdrawOffer,
} from '#contract/endpoints/ratings/ratings.ts'
import {
  acceptValidator,
  endValidator,
  listValidators,
  signUpValidator,
} from '#contract/endpoints/ratings/validators.ts'
import type { RatingInput } from '#contract/objects/ratings/rating.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { queueScoring } from '#server/modules/scores/scoring-queue.repository.ts'
import { storeScores } from '#server/modules/scoring/worker/store-scores.ts'
import type { Reading } from '#server/providers/judge/judge.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import { mailTo, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources } from '#support/users/owned-resources.ts'

const post = await startMailServer()
afterAll(() => post.close())

const scores = { truth: 80, fairness: 70, wisdom: 60, duty: 50, safety: 100, liberty: 0 }

describeServerOnEachEngine(
  'rating by validators',
  (server) => {
    let admin: InsertedUser
    beforeEach(async () => {
      const { db } = server().dependencies
      await db.deleteFrom('offered_exchanges').execute()
      admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    })

    async function volunteer() {
      const user = await insertSignedInUser(server().dependencies)
      await server().call(signUpValidator, { token: user.token, body: { name: 'Ada', email: user.email } })
      const { results } = await server().call(listValidators, { token: admin.token })
      const listed = results.find(({ email }) => email === user.email) ?? expect.fail('not listed')
      return { ...user, validator: listed.id }
    }
    async function acceptedValidator() {
      const user = await volunteer()
      await server().call(acceptValidator, { token: admin.token, params: { id: user.validator } })
      return user
    }
    /** A user who has offered one exchange. */
    async function offered(language: 'en' | 'es' = 'en') {
      const user = await createOwnedResources(server())
      const body = { question: 'When?', answer: 'In May, when the soil is warm.', language }
      await server().call(offerExchange, { token: user.owner.token, params: { id: user.answerId }, body })
      return user
    }
    const next = async ({ token }: InsertedUser) => (await server().call(listExchangesToRate, { token })).results
    const rate = ({ token }: InsertedUser, exchange: string, given: Partial<RatingInput> = {}) =>
      server().reply(rateExchange, {
        token,
        body: { id: randomUUID(), exchange, kind: 'rating', scores, reason: 'Right', quote: '', ...given },
      })
    const stored = () => server().dependencies.db.selectFrom('exchange_ratings').selectAll().execute()

    describe('the role', () => {
      it('is of accepted volunteers only, from the acceptance until an admin ends it', async () => {
        const user = await volunteer()
        await offered()
        const isValidator = async () => (await server().call(getProfile, { token: user.token })).profile.is_validator
        const statuses = async () => [
          (await server().reply(listExchangesToRate, { token: user.token })).status,
          (await rate(user, randomUUID())).status,
        ]
        expect([await isValidator(), await statuses()]).toEqual([false, [403, 403]])
        const call = { token: admin.token, params: { id: user.validator } }
        expect(await server().call(acceptValidator, call)).toMatchObject({ state: 'accepted', ratings: 0 })
        expect([await isValidator(), await statuses()]).toEqual([true, [200, 410]])
        expect(await server().call(endValidator, call)).toMatchObject({ state: 'ended' })
        expect([await isValidator(), await statuses()]).toEqual([false, [403, 403]])
      })

      it.each(['en', 'es'] as const)('is told once by mail, in %s', async (language) => {
        const user = await volunteer()
        await server().call(updateProfile, { token: user.token, body: { language } })
        const call = { token: admin.token, params: { id: user.validator } }
        await server().call(acceptValidator, call)
        const mail = await mailTo(post.mails, user.email, /valorar|rate/)
        expect(mail.subject).toBe(language === 'es' ? 'Ya puedes valorar respuestas' : 'You can rate answers now')
        expect(mail.text).toContain('/rating')
        await server().call(acceptValidator, call)
        await server().dependencies.mails.settled()
        expect(post.mails.filter(({ recipients }) => recipients.includes(user.email))).toHaveLength(1)
      })
    })

    describe('the exchanges of a validator', () => {
      it('tell nothing of the author, the scores or other ratings', async () => {
        const author = await offered()
        const [one, two] = [await acceptedValidator(), await acceptedValidator()]
        const { db } = server().dependencies
        await db.updateTable('offered_exchanges').set({ source: 'model', truth: 91 }).execute()
        const [first] = await next(one)
        await rate(one, first?.id ?? '')
        const seen = await next(two)
        expect(seen).toEqual([
          { id: first?.id, question: 'When?', answer: 'In May, when the soil is warm.', language: 'en' },
        ])
        expect(JSON.stringify(seen)).not.toContain(author.answerId)
      })

      it('are never their own', async () => {
        const author = await offered()
        const { token, email } = author.owner
        await server().call(signUpValidator, { token, body: { name: 'Ada', email } })
        const { results } = await server().call(listValidators, { token: admin.token })
        const id = results.find((one) => one.email === email)?.id ?? 0
        await server().call(acceptValidator, { token: admin.token, params: { id } })
        expect(await next(author.owner)).toEqual([])
        const { id: exchange } = await server()
          .dependencies.db.selectFrom('offered_exchanges')
          .select('id')
          .executeTakeFirstOrThrow()
        expect((await rate(author.owner, exchange)).status).toBe(403)
      })

      it('are the same again until they are rated, and a few at once', async () => {
        for (let n = 0; n < 6; n += 1) await offered()
        const user = await acceptedValidator()
        const first = await next(user)
        expect(first).toHaveLength(5)
        expect(await next(user)).toEqual(first)
        await rate(user, first[0]?.id ?? '')
        const after = await next(user)
        expect(after.slice(0, 4)).toEqual(first.slice(1))
        expect(after).toHaveLength(5)
      })

      it('come first in the language of the validator and with fewer ratings, each to three at most', async () => {
        const validators = [await acceptedValidator(), await acceptedValidator(), await acceptedValidator()]
        const late = await acceptedValidator()
        await offered('es')
        await offered()
        const [rated] = await next(validators[0] ?? late)
        await rate(validators[0] ?? late, rated?.id ?? '')
        await offered()
        const order = await next(late)
        expect(order.map(({ language }) => language)).toEqual(['en', 'en', 'es'])
        expect(order[1]?.id).toBe(rated?.id)
        // The first has rated one, the last has all assigned: each has one place left.
        const all = await Promise.all([...validators, await acceptedValidator()].map(next))
        const times = Map.groupBy(all.flat(), ({ id }) => id)
        expect([...times.values()].map((each) => each.length)).toEqual(expect.not.arrayContaining([3, 4]))
        expect(times.get(rated?.id ?? '')).toHaveLength(1)
      })

      it('go to others when they were not rated for a week', async () => {
        await offered()
        const three = [await acceptedValidator(), await acceptedValidator(), await acceptedValidator()]
        for (const one of three) expect(await next(one)).toHaveLength(1)
        const late = await acceptedValidator()
        expect(await next(late)).toEqual([])
        const old = new Date(Date.now() - 8 * DAY_MS).toISOString()
        await server().dependencies.db.updateTable('rating_assignments').set({ assigned_at: old }).execute()
        expect(await next(late)).toHaveLength(1)
      })

      it('leave the queue of everybody when one is reported, until its author edits it', async () => {
        const author = await offered()
        const [one, two] = [await acceptedValidator(), await acceptedValidator()]
        const [exchange] = await next(one)
        expect(await next(two)).toHaveLength(1)
        const report = { kind: 'report', scores: null, reason: 'It has a name' } as const
        expect((await rate(one, exchange?.id ?? '', report)).status).toBe(204)
        expect(await next(two)).toEqual([])
        const { token } = author.owner
        expect((await server().call(listOffers, { token })).results).toMatchObject([{ is_reported: true }])
        const body = { question: 'When?', answer: 'In June.', language: 'en' } as const
        await server().call(offerExchange, { token, params: { id: author.answerId }, body })
        expect(await next(two)).toMatchObject([{ answer: 'In June.' }])
      })
    })

    describe('a rating', () => {
      it('is stored once, however often it is sent, and counted for author and admin', async () => {
        const author = await offered()
        const user = await acceptedValidator()
        const [exchange] = await next(user)
        const given = { id: randomUUID(), quote: 'the soil is warm' }
        for (let n = 0; n < 2; n += 1) expect((await rate(user, exchange?.id ?? '', given)).status).toBe(204)
        expect(await stored()).toMatchObject([{ ...given, ...scores, kind: 'rating', reason: 'Right' }])
        expect((await server().call(listOffers, { token: author.owner.token })).results).toMatchObject([{ ratings: 1 }])
        const { results } = await server().call(listValidators, { token: admin.token })
        expect(results.find(({ id }) => id === user.validator)).toMatchObject({ ratings: 1, state: 'accepted' })
        expect(await next(user)).toEqual([])
      })

      it('replaces the one from another device, and an id stands for one exchange', async () => {
        await offered()
        await offered()
        const user = await acceptedValidator()
        const [one, two] = await next(user)
        const id = randomUUID()
        await rate(user, one?.id ?? '')
        await rate(user, one?.id ?? '', { id, scores: { ...scores, truth: 10 } })
        expect(await stored()).toMatchObject([{ id, truth: 10 }])
        expect(await rate(user, two?.id ?? '', { id })).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
      })

      it('gets an answer that says so when the exchange was withdrawn, and nothing is stored', async () => {
        const author = await offered()
        const user = await acceptedValidator()
        const [exchange] = await next(user)
        await server().call(withdrawOffer, { token: author.owner.token, params: { id: author.answerId } })
        expect(await rate(user, exchange?.id ?? '')).toMatchObject({ status: 410, body: { code: 'withdrawn' } })
        expect(await stored()).toEqual([])
      })

      it('needs six scores, a reason and a quote from the answer; a skip needs nothing', async () => {
        await offered()
        const user = await acceptedValidator()
        const [exchange] = await next(user)
        const id = exchange?.id ?? ''
        expect(await rate(user, id, { scores: null })).toMatchObject({
          status: 400,
          body: { scores: expect.any(Array) },
        })
        expect(await rate(user, id, { scores: { ...scores, truth: 101 } })).toMatchObject({ status: 400 })
        expect(await rate(user, id, { reason: ' ' })).toMatchObject({
          status: 400,
          body: { reason: expect.any(Array) },
        })
        expect(await rate(user, id, { quote: 'in june' })).toMatchObject({
          status: 400,
          body: { quote: ['What you quote must be a part of the answer, letter by letter'] },
        })
        expect(await stored()).toEqual([])
        expect((await rate(user, id, { kind: 'skip', scores: null, reason: '' })).status).toBe(204)
        expect(await stored()).toMatchObject([{ kind: 'skip', truth: null }])
        expect(await next(user)).toEqual([])
      })

      it('has beside it the scores of the judge at that time', async () => {
        const author = await offered()
        const user = await acceptedValidator()
        const [exchange] = await next(user)
        const { db } = server().dependencies
        const time = new Date().toISOString()
        const owned = { user_id: author.owner.id, message_id: author.answerId, chat_id: author.chatId }
        await db.deleteFrom('scores').where('message_id', '=', author.answerId).execute()
        await db
          .insertInto('scores')
          .values({
            ...{ ...owned, ...scores, truth: 33, state: 'scored', source: 'model', rubric_version: 'judge-1' },
            ...{ owner: null, lease_expires_at: null, attempts: 1, pcs: null, ics: null, reasons: '{}' },
            ...{ prompt_tokens: null, completion_tokens: null, queued_at: time, scored_at: time },
          })
          .execute()
        await rate(user, exchange?.id ?? '')
        const copied = await db.selectFrom('offered_exchanges').selectAll().executeTakeFirstOrThrow()
        expect(copied).toMatchObject({ truth: 33, source: 'model', rubric_version: 'judge-1' })
      })

      it('has beside it the scores of a later scoring when the one before the offer had failed', async () => {
        const author = await createOwnedResources(server())
        const { dependencies } = server()
        const { db } = dependencies
        const owned = { user_id: author.owner.id, message_id: author.answerId, chat_id: author.chatId }
        const score = async (first: Reading | null) => {
          const row = { state: 'running', owner: 'a worker' } as const
          await db.updateTable('scores').set(row).where('message_id', '=', author.answerId).execute()
          const claim = { ...owned, owner: 'a worker', attempts: 1 }
          const judge = { source: 'model', rubricVersion: 'judge-1' } as const
          expect(await storeScores(dependencies, claim, { first, second: null, usage: null }, judge)).toBe(true)
        }
        await db.deleteFrom('scores').where('message_id', '=', author.answerId).execute()
        await queueScoring(db, owned, new Date().toISOString())
        await score(null)
        const body = { question: 'When?', answer: 'In May, when the soil is warm.', language: 'en' } as const
        await server().call(offerExchange, { token: author.owner.token, params: { id: author.answerId }, body })
        const user = await acceptedValidator()
        const [exchange] = await next(user)
        await score(readingOf([90, 80, 70, 60, 50, 40]))
        await rate(user, exchange?.id ?? '')
        const copied = await db.selectFrom('offered_exchanges').selectAll().executeTakeFirstOrThrow()
        expect(copied).toMatchObject({ truth: 90, liberty: 40, source: 'model', rubric_version: 'judge-1' })
      })
    })
  },
  { assistant: instantAssistant(), env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@example.org>' } },
)
