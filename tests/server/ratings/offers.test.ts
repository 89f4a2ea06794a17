import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { deleteUser } from '#contract/endpoints/admin.ts'
import { deleteChat, deleteMessage, restoreChat } from '#contract/endpoints/chats.ts'
import { listOffers, offerExchange, withdrawOffer } from '#contract/endpoints/ratings/ratings.ts'
import { OFFERS_MAX } from '#contract/limits.ts'
import { insertTestChat, insertTestMessages } from '#support/database/insert-rows.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources, type OwnedResources } from '#support/users/owned-resources.ts'

const texts = { question: 'When does [name] plant?', answer: 'In May, says [name].', language: 'en' } as const

describeServerOnEachEngine(
  'an exchange that is offered for rating',
  (server) => {
    const offer = ({ owner, answerId }: OwnedResources, body: typeof texts | { answer: string } = texts) =>
      server().reply(offerExchange, { token: owner.token, params: { id: answerId }, body: { ...texts, ...body } })
    const offers = async ({ owner }: OwnedResources) =>
      (await server().call(listOffers, { token: owner.token })).results
    const rows = (userId: number) =>
      server().dependencies.db.selectFrom('offered_exchanges').selectAll().where('user_id', '=', userId).execute()

    it('has the edited texts, and a repeat changes nothing', async () => {
      const user = await createOwnedResources(server())
      const first = await offer(user)
      const { answerId, chatId } = user
      expect(first).toMatchObject({
        status: 200,
        body: { ...texts, message: answerId, chat: chatId, ratings: 0, is_reported: false },
      })
      const [before] = await rows(user.owner.id)
      expect((await offer(user)).body).toEqual(first.body)
      expect(await rows(user.owner.id)).toEqual([before])
      expect(await offers(user)).toEqual([first.body])
    })

    it('gets another id with other texts, because its ratings were about the earlier ones', async () => {
      const user = await createOwnedResources(server())
      await offer(user)
      const [before] = await rows(user.owner.id)
      await offer(user, { answer: 'In June.' })
      const after = await rows(user.owner.id)
      expect(after.map(({ answer }) => answer)).toEqual(['In June.'])
      expect(after[0]?.id).not.toBe(before?.id)
    })

    it('is an answer of the user that exists, and has texts', async () => {
      const [user, other] = [await createOwnedResources(server()), await createOwnedResources(server())]
      const { token } = user.owner
      for (const id of [other.answerId, user.questionId]) {
        expect(await server().reply(offerExchange, { token, params: { id }, body: texts })).toMatchObject({
          status: 404,
        })
      }
      expect(await offer(user, { answer: ' ' })).toMatchObject({ status: 400, body: { answer: expect.any(Array) } })
      expect(await offers(user)).toEqual([])
    })

    it('is one of at most 200 of its user, of which other texts replace one', async () => {
      const user = await createOwnedResources(server())
      const { token, id: user_id } = user.owner
      const { db } = server().dependencies
      const chat_id = randomUUID()
      await insertTestChat(db, user_id, chat_id)
      const contents = Array.from({ length: OFFERS_MAX }, (_, n) => `Text ${n}`)
      await insertTestMessages(db, user_id, chat_id, contents)
      const messages = await db.selectFrom('messages').select('id').where('chat_id', '=', chat_id).execute()
      const filler = { user_id, chat_id, ...texts, offered_at: new Date().toISOString() }
      const many = messages.map(({ id }) => ({ ...filler, id: randomUUID(), message_id: id }))
      await db.insertInto('offered_exchanges').values(many).execute()
      expect(await offer(user)).toMatchObject({
        status: 400,
        body: { question: ['You have offered as many as there can be. Withdraw one first'] },
      })
      await server().call(withdrawOffer, { token, params: { id: many[0]?.message_id ?? '' } })
      expect((await offer(user)).status).toBe(200)
      expect((await offer(user, { answer: 'In June.' })).status).toBe(200)
      expect(await offers(user)).toHaveLength(OFFERS_MAX)
    })

    it('is withdrawn by its user only, and a repeat changes nothing', async () => {
      const [user, other] = [await createOwnedResources(server()), await createOwnedResources(server())]
      await offer(user)
      const withdraw = ({ owner }: OwnedResources) =>
        server().reply(withdrawOffer, { token: owner.token, params: { id: user.answerId } })
      expect((await withdraw(other)).status).toBe(204)
      expect(await offers(user)).toHaveLength(1)
      for (let n = 0; n < 2; n += 1) expect((await withdraw(user)).status).toBe(204)
      expect(await rows(user.owner.id)).toEqual([])
    })

    it.each(['answer', 'question', 'chat', 'account'] as const)('is withdrawn with the %s', async (what) => {
      const user = await createOwnedResources(server())
      const { token } = user.owner
      await offer(user)
      if (what === 'account') {
        const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
        await server().call(deleteUser, { token: admin.token, params: { id: user.owner.id } })
      } else if (what === 'chat') {
        await server().call(deleteChat, { token, params: { id: user.chatId } })
        await server().call(restoreChat, { token, params: { id: user.chatId } })
      } else {
        const message = what === 'answer' ? user.answerId : user.questionId
        await server().call(deleteMessage, { token, params: { id: user.chatId, message } })
        expect((await offer(user)).status).toBe(404)
      }
      expect(await rows(user.owner.id)).toEqual([])
    })

    it('is in the export of the account', async () => {
      const user = await createOwnedResources(server())
      await offer(user)
      expect((await server().reply(exportAccount, { token: user.owner.token })).body).toMatchObject({
        offered_exchanges: [{ message_id: user.answerId, chat_id: user.chatId, ...texts }],
      })
    })
  },
  { assistant: instantAssistant() },
)
