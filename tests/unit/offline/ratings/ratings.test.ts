import { describe, expect, it, test } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueRating, loadExchanges, queryExchanges } from '#offline/ratings/exchanges.ts'
import { enqueueOffer, enqueueWithdrawal, loadOffers, queryOffers } from '#offline/ratings/offers.ts'
import { saveRatingDraft } from '#offline/ratings/rating-draft.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { coded, type ReceivedRequest } from '#support/servers/stub-server.ts'

const [chatId, messageId, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
const subject = { userId: ME, chatId, messageId }
const texts = { question: 'When?', answer: 'In May', language: 'en' } as const
const time = '2026-01-01T00:00:00.000Z'
const stored = { message: messageId, chat: chatId, ...texts, offered_at: time, ratings: 2, is_reported: false }
const exchange = (id: string) => ({ id, ...texts })
const skip = { kind: 'skip', scores: null, reason: '', quote: '' } as const
const unrated = { truth: null, fairness: null, wisdom: null, duty: null, safety: null, liberty: null }
const signal = new AbortController().signal

/** A device whose server keeps offers and answers as the rating calls do. */
async function start() {
  const device = await startDevice()
  const requests: ReceivedRequest[] = []
  let offers: object[] = []
  device.server.intercept = (request) => {
    const { method, path, json } = request
    if (!path.startsWith('/companion/ratings/')) return undefined
    requests.push(request)
    if (method === 'PUT') {
      const offer = { ...stored, ...json, ratings: 0 }
      offers = [offer]
      return { status: 200, json: offer }
    }
    if (method === 'DELETE') {
      offers = []
      return { status: 204 }
    }
    if (path.endsWith('/offers/')) return { status: 200, json: { results: offers } }
    if (method === 'GET') return { status: 200, json: { results: [exchange(messageId), exchange(other)] } }
    return { status: 204 }
  }
  const sent = () => requests.map(({ method, path }) => `${method} ${path}`)
  const offer = (given: object) => {
    offers = [given]
  }
  return { device, requests, sent, offer }
}
const offersOf = ({ db }: Device) => queryOffers(db, ME)

describe('an offer in the outbox', () => {
  it('is known at once as waiting, and as offered once the server has it', async () => {
    const { device, sent } = await start()
    await enqueueOffer(device.db, subject, texts)
    expect(await offersOf(device)).toMatchObject([{ ...texts, message: messageId, chat: chatId, is_waiting: true }])
    await device.flush()
    expect(await offersOf(device)).toMatchObject([{ ...texts, offered_at: time, is_waiting: false }])
    expect(sent()).toEqual([`PUT /companion/ratings/offers/${messageId}/`])
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('is one entry for each answer: the last change wins', async () => {
    const { device, sent } = await start()
    await enqueueOffer(device.db, subject, texts)
    await enqueueOffer(device.db, subject, { ...texts, answer: 'In June' })
    expect(await offersOf(device)).toMatchObject([{ answer: 'In June' }])
    await enqueueWithdrawal(device.db, subject)
    expect(await offersOf(device)).toEqual([])
    await device.flush()
    expect(sent()).toEqual([`DELETE /companion/ratings/offers/${messageId}/`])
  })

  it('is withdrawn here without a network, and a list that is loaded meanwhile does not bring it back', async () => {
    const { device, offer } = await start()
    offer(stored)
    await loadOffers(device, signal)
    expect(await offersOf(device)).toMatchObject([{ ratings: 2, is_waiting: false }])
    await enqueueWithdrawal(device.db, subject)
    await loadOffers(device, signal)
    expect(await offersOf(device)).toEqual([])
    await device.flush()
    expect(await offersOf(device)).toEqual([])
  })
})

test('an offer that is withdrawn while the list loads stays withdrawn', async () => {
  const { device, offer } = await start()
  offer(stored)
  await loadOffers(device, signal)
  const answer = device.server.intercept
  device.server.intercept = async (request) => {
    device.server.intercept = answer
    const list = await answer?.(request)
    await enqueueWithdrawal(device.db, subject)
    await device.flush()
    return list
  }
  await loadOffers(device, signal)
  expect(await readEntries(device.db, ME)).toEqual([])
  expect(await offersOf(device)).toEqual([])
})

describe('a rating in the outbox', () => {
  it('takes the exchange from the device, is counted as waiting, and is sent with one id', async () => {
    const { device, requests } = await start()
    await loadExchanges(device, signal)
    expect(await queryExchanges(device.db, ME)).toMatchObject({
      exchanges: [{ id: messageId }, { id: other }],
      waiting: 0,
    })
    await enqueueRating(device.db, ME, { ...skip, exchange: messageId })
    expect(await queryExchanges(device.db, ME)).toMatchObject({ exchanges: [{ id: other }], waiting: 1 })
    const answer = device.server.intercept
    // The response is lost: the same rating is sent again.
    device.server.intercept = async (request) => {
      await answer?.(request)
      return 'cut' as const
    }
    await device.flush()
    device.server.intercept = answer
    device.clock.now += 3_600_000
    await device.flush()
    const posts = requests.filter(({ method }) => method === 'POST').map(({ json }) => json)
    expect(posts.length).toBeGreaterThan(1)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(1)
    expect(await queryExchanges(device.db, ME)).toMatchObject({ exchanges: [{ id: other }], waiting: 0 })
  })

  it('is not asked for again by a list that the server made before it arrived', async () => {
    const { device } = await start()
    await loadExchanges(device, signal)
    await enqueueRating(device.db, ME, { ...skip, exchange: messageId })
    await loadExchanges(device, signal)
    await device.flush()
    expect((await queryExchanges(device.db, ME)).exchanges).toMatchObject([{ id: other }])
  })

  it('is not asked for again by a list that was on its way when the exchange was rated', async () => {
    const { device } = await start()
    await loadExchanges(device, signal)
    const answer = device.server.intercept
    device.server.intercept = async (request) => {
      device.server.intercept = answer
      await enqueueRating(device.db, ME, { ...skip, exchange: messageId })
      return answer?.(request)
    }
    await loadExchanges(device, signal)
    await device.flush()
    expect((await queryExchanges(device.db, ME)).exchanges).toMatchObject([{ id: other }])
  })

  it('is a draft before it is finished, until the exchange is rated, withdrawn or given to somebody else', async () => {
    const { device } = await start()
    const { db, api } = device
    const fields = { scores: { ...unrated, truth: 40 }, reason: 'It says', quote: '' }
    const draft = async () => (await queryExchanges(db, ME)).draft
    await loadExchanges({ db, api, userId: ME }, signal)
    await saveRatingDraft(db, ME, messageId, fields)
    await saveRatingDraft(db, ME, other, fields)
    await loadExchanges({ db, api, userId: ME }, signal)
    expect(await draft()).toEqual(fields)
    expect(await db.drafts.count()).toBe(2)
    await enqueueRating(db, ME, { ...skip, exchange: messageId })
    // A write that was on its way when the rating was queued.
    await saveRatingDraft(db, ME, messageId, fields)
    expect((await db.drafts.toArray()).map(({ draftKey }) => draftKey)).toEqual([`${other}/rating`])
    device.server.intercept = () => ({ status: 200, json: { results: [] } })
    await loadExchanges({ db, api, userId: ME }, signal)
    expect(await db.drafts.count()).toBe(0)
  })

  it.each(['permission_denied', 'suspended'] as const)(
    'leaves nothing on the device of somebody who may not rate any more: %s',
    async (code) => {
      const { device } = await start()
      const { db, api } = device
      await loadExchanges({ db, api, userId: ME }, signal)
      await saveRatingDraft(db, ME, messageId, { scores: unrated, reason: 'It says', quote: '' })
      device.server.intercept = () => coded(403, code)
      await expect(loadExchanges({ db, api, userId: ME }, signal)).rejects.toMatchObject({ code })
      expect(await queryExchanges(db, ME)).toMatchObject({ exchanges: [], draft: null })
      expect(await db.drafts.count()).toBe(0)
    },
  )

  it('is refused with its code when the exchange was withdrawn, and other ratings are sent', async () => {
    const { device } = await start()
    const answer = device.server.intercept
    device.server.intercept = (request) =>
      request.json.exchange === messageId ? coded(410, 'withdrawn') : answer?.(request)
    for (const id of [messageId, other]) await enqueueRating(device.db, ME, { ...skip, exchange: id })
    await device.flush()
    expect(await readEntries(device.db, ME)).toMatchObject([
      { kind: 'exchange.rate', state: 'failed', error: { code: 'withdrawn' }, body: { exchange: messageId } },
    ])
  })
})
