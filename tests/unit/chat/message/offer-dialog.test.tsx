import 'fake-indexeddb/auto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { OfferDialog } from '#features/chat/message/offer/offer-dialog.tsx'
import { defaultProfile, putServerProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import type { KnownOffer } from '#offline/ratings/offers.ts'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'

const { enqueueOffer, enqueueWithdrawal } = vi.hoisted(() => ({
  enqueueOffer: vi.fn(async () => undefined),
  enqueueWithdrawal: vi.fn(async () => undefined),
}))
vi.mock('#offline/ratings/offers.ts', async (original) => ({
  ...(await original<object>()),
  ...{ enqueueOffer, enqueueWithdrawal, loadOffers: async () => undefined },
}))
const name = { first_name: 'Ada', last_name: 'Byron', username: 'countess' }
const user = makeUser(7, { email: 'ada@example.org', ...name })
const question = 'I am Ada Byron of 12 Old Mill Road. Write to ada@example.org'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const answer = { id: 'a', chat: 'c', reply_to: 'q', content: 'Dear Countess, in June.' } as Message
const subject = { userId: 7, chatId: 'c', messageId: 'a' }
const press = async (name: string) => {
  const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
  await interact(() => (all.at(-1) ?? expect.fail(`there is no ${name}`)).click())
}

const storeOffer = (offer: KnownOffer | null) =>
  database().profiles.put({ userId: 7, id: 'offers', offers: offer === null ? [] : [offer] })

async function open(offer: KnownOffer | null) {
  const db = database()
  adopt({ generation: 1, session: { user, access: 'a', refresh: 'r', generation: 1 } })
  await putServerProfile(db, 7, { ...defaultProfile, preferred_name: 'Dearest', updated_at: '2026-01-01' })
  await db.messages.put({ ...answer, userId: 7, id: 'q', reply_to: null, content: question })
  await storeOffer(offer)
  const onOpenChange = vi.fn()
  await render(<OfferDialog open onOpenChange={onOpenChange} userId={7} answer={answer} />)
  const areas = await waitToRender(() => {
    const [first, second] = document.querySelectorAll('textarea')
    if (!first || !second) throw new Error('no texts')
    return [first, second] as const
  })
  return { onOpenChange, areas }
}

describe('the dialog that offers an exchange for rating', () => {
  it('shows the texts without names and addresses, and offers them as they were edited', async () => {
    const { onOpenChange, areas } = await open(null)
    expect(areas.map(({ value }) => value)).toEqual([
      'I am [name] of [address]. Write to [email]',
      'Dear [name], in June.',
    ])
    expect(document.body.textContent).toContain('This device has replaced 4 names or addresses.')
    await typeInto(areas[0], 'When?')
    await press('Offer for rating')
    await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
    const texts = { question: 'When?', answer: 'Dear [name], in June.', language: 'en' }
    expect(enqueueOffer).toHaveBeenCalledWith(expect.anything(), subject, texts)
  })

  it('shows what is offered, and withdraws it', async () => {
    const { areas } = await open({
      ...{ message: 'a', chat: 'c', question: 'When?', answer: 'In June', language: 'en' },
      ...{ offered_at: '2026-01-02T00:00:00.000Z', ratings: 2 },
      ...{ is_reported: false, is_withdrawn: false, is_waiting: false },
    })
    expect(areas.map(({ value }) => value)).toEqual(['When?', 'In June'])
    expect(document.body.textContent).toContain('Rated by 2 volunteers.')
    await press('Withdraw offer')
    expect(enqueueWithdrawal).toHaveBeenCalledWith(expect.anything(), subject)
  })

  it('keeps the edited texts when it is closed, and when an offer of another device arrives', async () => {
    const { areas } = await open(null)
    await typeInto(areas[0], 'When is it?')
    await vi.waitFor(async () => expect((await database().drafts.toArray())[0]?.text).toContain('When is it?'))
    await storeOffer({
      ...{ message: 'a', chat: 'c', question: 'When?', answer: 'In June', language: 'en' },
      ...{ offered_at: '2026-01-02T00:00:00.000Z', ratings: 0 },
      ...{ is_reported: false, is_withdrawn: false, is_waiting: false },
    })
    await vi.waitFor(() => expect(document.body.textContent).toContain('Nobody has rated it yet.'))
    const texts = () => [...document.querySelectorAll('textarea')].map(({ value }) => value)
    expect(texts()).toEqual(['When is it?', 'In June'])
    await press('Discard')
    expect(texts()).toEqual(['When?', 'In June'])
    await vi.waitFor(async () => expect(await database().drafts.toArray()).toEqual([]))
  })

  it('says that an admin has withdrawn it, and offers the texts of the chat again', async () => {
    const { areas } = await open({
      ...{ message: 'a', chat: 'c', question: '', answer: '', language: 'en' },
      ...{ offered_at: '2026-01-02T00:00:00.000Z', ratings: 0 },
      ...{ is_reported: false, is_withdrawn: true, is_waiting: false },
    })
    expect(areas[1].value).toBe('Dear [name], in June.')
    expect(document.body.textContent).toContain('Whoever runs this server has withdrawn what you had offered of it')
    await press('Offer for rating')
    expect(enqueueOffer).toHaveBeenLastCalledWith(
      expect.anything(),
      subject,
      expect.objectContaining({ language: 'en' }),
    )
  })
})
