import { describe, expect, it } from 'vitest'
import { deleteMessage } from '#contract/endpoints/chats.ts'
import type { FeedbackPatch } from '#contract/objects/feedback.ts'
import { listFeedback, withFeedback } from '#offline/chats/with-feedback.ts'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueFeedback } from '#offline/outbox/enqueue-feedback.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { type Device, ME } from '#support/device/device.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'

const report = { reason: 'incorrect', comment: 'It is in May', include_exchange: true } as const

/** Two devices that have loaded a chat with one answer. */
async function startWithAnswer() {
  const { one, two, chat, server } = await startTwoDevices()
  for (const device of [one, two]) await load(device)
  const stored = await one.db.messages.where('[account+chat+seq]').between([ME, chat, 0], [ME, chat, 99]).toArray()
  const answer = stored.find(({ role }) => role === 'assistant')?.id ?? expect.fail('no answer')
  async function load(device: Device) {
    await syncAll(device)
    await syncMessages({ ...device, userId: ME, chatId: chat })
  }
  const give = (device: Device, patch: FeedbackPatch) =>
    enqueueFeedback(device.db, { userId: ME, chatId: chat, messageId: answer, patch })
  const entries = (device: Device) => readEntries(device.db, ME, chat)
  /** What the screen of a device shows of the answer. */
  const shown = async (device: Device) => {
    const message = (await device.db.messages.get([ME, answer])) ?? expect.fail('no message')
    return withFeedback(message, listFeedback(await entries(device))).feedback ?? null
  }
  return { one, two, chat, answer, server, load, give, entries, shown }
}

describe('feedback in the outbox', () => {
  it('is shown at once and reaches the server and the other device', async () => {
    const { one, two, load, give, entries, shown } = await startWithAnswer()
    await give(one, { rating: 'helpful' })
    expect(await shown(one)).toEqual({ rating: 'helpful', report: null })
    await one.flush()
    expect(await entries(one)).toEqual([])
    expect(await shown(one)).toEqual({ rating: 'helpful', report: null })
    await load(two)
    expect(await shown(two)).toEqual({ rating: 'helpful', report: null })
  })

  it('is one entry for each answer, in which the last change of each field wins', async () => {
    const { one, give, entries, shown } = await startWithAnswer()
    await give(one, { rating: 'helpful' })
    await give(one, { report })
    await give(one, { rating: 'not_helpful' })
    expect((await entries(one)).map(({ body }) => body)).toMatchObject([{ rating: 'not_helpful', report }])
    await give(one, { rating: null, report: null })
    expect(await shown(one)).toEqual({ rating: null, report: null })
    await one.flush()
    expect(await shown(one)).toBeNull()
  })

  it('takes back what was sent before', async () => {
    const { one, give, shown } = await startWithAnswer()
    await give(one, { rating: 'helpful', report })
    await one.flush()
    await give(one, { report: null })
    await one.flush()
    expect(await shown(one)).toEqual({ rating: 'helpful', report: null })
  })

  it('leaves the outbox when the answer was deleted on another device', async () => {
    const { one, two, chat, answer, give, entries } = await startWithAnswer()
    await two.api.call(deleteMessage, { params: { id: chat, message: answer }, as: ME })
    await give(one, { rating: 'helpful' })
    await one.flush()
    expect(await entries(one)).toEqual([])
  })
})
