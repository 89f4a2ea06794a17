import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportAccount, updateProfile } from '#contract/endpoints/accounts.ts'
import { deleteUser, listAudit } from '#contract/endpoints/admin.ts'
import { deleteChat, deleteMessage, getChat, getMessages } from '#contract/endpoints/chats.ts'
import {
  countRatings,
  getReport,
  giveFeedback,
  listReports,
  replyToReport,
  updateReport,
} from '#contract/endpoints/feedback.ts'
import type { FeedbackPatch, ReportState } from '#contract/objects/feedback.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { mailTo, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources, type OwnedResources } from '#support/users/owned-resources.ts'

const post = await startMailServer()
afterAll(() => post.close())

const incorrect = { reason: 'incorrect', comment: 'It is in May', include_exchange: true } as const

describeServerOnEachEngine(
  'feedback on an answer',
  (server) => {
    let admin: InsertedUser
    beforeAll(async () => {
      admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    })

    /** A user with an answer, which they have not reported. */
    async function createUser(): Promise<OwnedResources> {
      const user = await createOwnedResources(server())
      await give(user, { report: null })
      return user
    }
    const give = ({ owner, answerId }: OwnedResources, body: FeedbackPatch) =>
      server().reply(giveFeedback, { token: owner.token, params: { id: answerId }, body })
    const shown = async ({ owner, chatId, answerId }: OwnedResources) => {
      const page = await server().call(getMessages, { token: owner.token, params: { id: chatId } })
      return page.messages.find(({ id }) => id === answerId)
    }
    const reports = async (state?: ReportState) =>
      (await server().call(listReports, { token: admin.token, query: { page_size: 200, ...(state && { state }) } }))
        .results
    const reportOf = async ({ owner }: OwnedResources) =>
      (await reports()).find(({ user }) => user.id === owner.id) ?? expect.fail('no report')
    const open = (id: number) => server().reply(getReport, { token: admin.token, params: { id } })

    describe('a rating', () => {
      it('is stored, changed and taken back, and other devices fetch each change', async () => {
        const user = await createUser()
        const { token } = user.owner
        for (const rating of ['helpful', 'not_helpful'] as const) {
          const { updated_at } = await server().call(getChat, { token, params: { id: user.chatId } })
          const query = { updated_after: new Date().toISOString() }
          expect(await give(user, { rating })).toMatchObject({
            status: 200,
            body: { feedback: { rating, report: null } },
          })
          const delta = await server().call(getMessages, { token, params: { id: user.chatId }, query })
          expect(delta.messages.find(({ id }) => id === user.answerId)?.feedback).toEqual({ rating, report: null })
          expect(delta.chat.updated_at >= updated_at).toBe(true)
        }
        expect(await give(user, { rating: null })).toMatchObject({ body: { feedback: null } })
        expect((await shown(user))?.feedback).toBeNull()
      })

      it('given again changes no time', async () => {
        const user = await createUser()
        await give(user, { rating: 'helpful' })
        const before = await shown(user)
        await give(user, { rating: 'helpful' })
        expect(await shown(user)).toEqual(before)
      })

      it('is refused on a question, a deleted answer and an unknown one', async () => {
        const user = await createUser()
        const { token } = user.owner
        const status = async (id: string) =>
          (await server().reply(giveFeedback, { token, params: { id }, body: { rating: 'helpful' } })).status
        expect([await status(user.questionId), await status(randomUUID())]).toEqual([404, 404])
        await server().call(deleteMessage, { token, params: { id: user.chatId, message: user.answerId } })
        expect(await status(user.answerId)).toBe(404)
      })
    })

    it('is counted for admins by week and model, as the answers are rated now', async () => {
      const { db, now } = server().dependencies
      const model = `model-${randomUUID()}`
      const weeks = [0, 0, 0, 1, 9]
      for (const [index, back] of weeks.entries()) {
        const user = await createUser()
        const created_at = new Date(now() - back * 7 * DAY_MS).toISOString()
        const answer = sql`id = ${user.answerId}`
        await sql`update messages set model = ${model}, created_at = ${created_at} where ${answer}`.execute(db)
        await give(user, { rating: index === 1 ? 'not_helpful' : 'helpful' })
        // Taken back again.
        if (index === 2) await give(user, { rating: null })
      }
      const own = (await server().call(countRatings, { token: admin.token })).filter((row) => row.model === model)
      expect(own.map(({ helpful, not_helpful }) => [helpful, not_helpful])).toEqual([
        [1, 1],
        [1, 0],
      ])
      const [monday, last] = own.map(({ week }) => new Date(week))
      expect([monday?.getUTCDay(), Number(monday) - Number(last)]).toEqual([1, 7 * DAY_MS])
    })

    describe('a report', () => {
      it('shows admins the exchange only with consent', async () => {
        const user = await createUser()
        await give(user, { report: { ...incorrect, include_exchange: false } })
        const { id } = await reportOf(user)
        expect(await open(id)).toMatchObject({ status: 200, body: { comment: 'It is in May', exchange: null } })
        await give(user, { report: incorrect })
        const { content } = (await shown(user)) ?? {}
        expect((await open(id)).body).toMatchObject({ exchange: { question: 'Zwqxvut question', answer: content } })
      })

      it('opens again when its user changes it, but not when a request is repeated', async () => {
        const user = await createUser()
        await give(user, { rating: 'not_helpful', report: incorrect })
        const { id } = await reportOf(user)
        const resolved = { token: admin.token, params: { id }, body: { state: 'resolved' } } as const
        expect(await server().call(updateReport, resolved)).toMatchObject({ state: 'resolved' })
        await give(user, { report: incorrect })
        await give(user, { rating: 'helpful' })
        expect((await reports('resolved')).map((report) => report.id)).toContain(id)
        await give(user, { report: { ...incorrect, comment: 'It is in June' } })
        expect((await reports('open')).map((report) => report.id)).toContain(id)
      })

      it('is neither resolved nor answered as it was before its user changed it', async () => {
        const user = await createUser()
        await give(user, { report: incorrect })
        const { id, reported_at } = await reportOf(user)
        const change = (seen: { reported_at?: string }) =>
          server().reply(updateReport, { token: admin.token, params: { id }, body: { ...seen, state: 'resolved' } })
        const reply = (seen: { reported_at?: string }) => {
          const body = { ...seen, text: 'Mended', replied_at: null }
          return server().reply(replyToReport, { token: admin.token, params: { id }, body })
        }
        // The times of the two reports differ.
        await vi.waitFor(() => expect(new Date().toISOString()).not.toBe(reported_at))
        await give(user, { report: { ...incorrect, comment: 'It is in June' } })
        const changed = await reportOf(user)
        for (const refused of [await change({ reported_at }), await reply({ reported_at })]) {
          const message = 'This was changed in the meantime. Look again and repeat'
          expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', message } })
        }
        expect(await reportOf(user)).toEqual(changed)
        const seen = { reported_at: changed.reported_at }
        expect(await change(seen)).toMatchObject({ status: 200, body: { state: 'resolved' } })
        expect(await reply(seen)).toMatchObject({ status: 200, body: { replied_at: expect.any(String) } })
      })

      it('is gone for admins when its user withdraws it, and the rating stays', async () => {
        const user = await createUser()
        await give(user, { rating: 'not_helpful', report: incorrect })
        const { id } = await reportOf(user)
        await give(user, { report: null })
        expect((await open(id)).status).toBe(404)
        expect((await shown(user))?.feedback).toEqual({ rating: 'not_helpful', report: null })
      })

      it.each(['answer', 'question', 'chat', 'account'] as const)('goes with the %s', async (what) => {
        const user = await createUser()
        const { token } = user.owner
        await give(user, { report: incorrect })
        const { id } = await reportOf(user)
        if (what === 'chat')
          await server().call(deleteChat, { token, params: { id: user.chatId }, query: { permanent: true } })
        else if (what === 'account') {
          await server().call(deleteUser, { token: admin.token, params: { id: user.owner.id } })
        } else {
          const message = what === 'answer' ? user.answerId : user.questionId
          await server().call(deleteMessage, { token, params: { id: user.chatId, message } })
        }
        expect((await open(id)).status).toBe(404)
        const rows = server().dependencies.db.selectFrom('message_feedback').select('id')
        expect(await rows.where('user_id', '=', user.owner.id).execute()).toEqual([])
      })

      it('is in the export of the account', async () => {
        const user = await createUser()
        await give(user, { rating: 'not_helpful', report: incorrect })
        const { token } = user.owner
        const file = (await server().reply(exportAccount, { token })).body
        expect(file).toMatchObject({
          feedback: [{ message_id: user.answerId, rating: 'not_helpful', ...incorrect, state: 'open' }],
        })
      })

      it('leaves in the audit log who opened, resolved and answered it', async () => {
        const user = await createUser()
        await give(user, { report: incorrect })
        const { id } = await reportOf(user)
        await open(id)
        await open(id)
        const { token } = admin
        await server().call(updateReport, { token, params: { id }, body: { state: 'resolved' } })
        await server().call(replyToReport, { token, params: { id }, body: { text: 'Mended', replied_at: null } })
        const { results } = await server().call(listAudit, { token, query: { user_id: user.owner.id } })
        expect(results.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
          ['report.replied', admin.id, { report: id }],
          ['report.changed', admin.id, { report: id, state: 'resolved' }],
          ['report.viewed', admin.id, { report: id, exchange: true }],
        ])
      })
    })

    describe('an answer by mail', () => {
      it('is written in the language of the user, and a repeated request sends no second one', async () => {
        const user = await createUser()
        const { token, email } = user.owner
        await server().call(updateProfile, { token, body: { language: 'es' } })
        await give(user, { report: incorrect })
        const { id } = await reportOf(user)
        const body = { text: 'Thanks.\n\nWe <b>look</b> at it.', replied_at: null }
        const reply = () => server().reply(replyToReport, { token: admin.token, params: { id }, body })
        expect((await reply()).body).toMatchObject({ language: 'es', replied_at: expect.any(String) })
        expect(await reply()).toMatchObject({ status: 409, body: { code: 'conflict' } })
        await server().dependencies.mails.settled()
        const mails = post.mails.filter(({ recipients }) => recipients.includes(email))
        expect(mails.map(({ subject }) => subject)).toEqual(['Sobre la respuesta que denunciaste'])
        const { text, html } = await mailTo(post.mails, email, /denunciaste/)
        expect(text).toContain('Thanks.\n\nWe <b>look</b> at it.')
        expect(html).toContain('We &lt;b&gt;look&lt;/b&gt; at it.')
      })

      it.each([
        ['en', 'open the menu of the answer, and choose “Your report”.'],
        ['es', 'abre el menú de la respuesta y elige «Tu denuncia».'],
      ] as const)('names, in %s, the menu item by which its user withdraws the report', async (language, words) => {
        const user = await createUser()
        const { token, email } = user.owner
        await server().call(updateProfile, { token, body: { language } })
        await give(user, { report: incorrect })
        const params = { id: (await reportOf(user)).id }
        await server().call(replyToReport, { token: admin.token, params, body: { text: 'Mended', replied_at: null } })
        await server().dependencies.mails.settled()
        const { text } = await mailTo(post.mails, email, /reported|denunciaste/)
        expect(text?.replaceAll(/\s+/g, ' ')).toContain(words)
      })
    })
  },
  { assistant: instantAssistant(), env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@example.org>' } },
)
