import type { Api } from '#api/client.ts'
import { listOffers } from '#contract/endpoints/ratings/ratings.ts'
import type { ExchangeInput, OfferedExchange } from '#contract/objects/ratings/rating.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry } from '../outbox/new-entry.ts'

/** The id of the row with what the server last listed. */
const OFFERS = 'offers'

/** `is_waiting`: the server does not have it in these texts yet. */
export type KnownOffer = OfferedExchange & { is_waiting: boolean }

type OfferEntry = Extract<OutboxEntry, { kind: 'exchange.offer' | 'exchange.withdraw' }>
const isOfOffer = (entry: OutboxEntry): entry is OfferEntry =>
  entry.kind === 'exchange.offer' || entry.kind === 'exchange.withdraw'

/** What the user offers for rating, newest first, with unsent changes of this device. Use inside `useLiveQuery`. */
export async function queryOffers(db: CompanionDatabase, userId: number): Promise<KnownOffer[]> {
  const row = await db.profiles.get([userId, OFFERS])
  const offers = new Map((row?.offers ?? []).map((offer) => [offer.message, { ...offer, is_waiting: false }]))
  for (const entry of await readEntries(db, userId)) {
    if (!isOfOffer(entry) || entry.state === 'failed') continue
    const { message } = entry.body
    offers.delete(message)
    if (entry.kind === 'exchange.offer') {
      const offered_at = new Date(entry.created_at).toISOString()
      const state = { ratings: 0, is_reported: false, is_withdrawn: false, is_waiting: true }
      const unsent = { chat: entry.queueKey, offered_at, ...state }
      offers.set(message, { ...entry.body, ...unsent })
    }
  }
  return [...offers.values()].sort((one, other) => (one.offered_at < other.offered_at ? 1 : -1))
}

/**
 * Loads the list of the server; other devices may have changed it. It is loaded again if a change of this device was
 * acknowledged meanwhile, which the list may lack.
 */
export async function loadOffers(
  device: { db: CompanionDatabase; api: Api; userId: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, api, userId } = device
  const read = async () => JSON.stringify((await db.profiles.get([userId, OFFERS]))?.offers)
  const before = await read()
  const { results } = await api.call(listOffers, { as: userId, signal })
  const isFresh = await writeAs(db, userId, [db.profiles], async () => {
    if ((await read()) !== before) return false
    await db.profiles.put({ userId, id: OFFERS, offers: results })
    return true
  })
  if (!isFresh) await loadOffers(device, signal)
}

/** Stores what the server has acknowledged: an offer, or null after a withdrawal. Runs in the caller's transaction. */
export async function storeOffer(
  db: CompanionDatabase,
  userId: number,
  messageId: string,
  offer: OfferedExchange | null,
): Promise<void> {
  const row = await db.profiles.get([userId, OFFERS])
  const others = (row?.offers ?? []).filter((each) => each.message !== messageId)
  await db.profiles.put({ userId, id: OFFERS, offers: offer === null ? others : [offer, ...others] })
}

interface Answer {
  userId: number
  chatId: string
  messageId: string
}

/** Queues an offer in these texts. */
export function enqueueOffer(db: CompanionDatabase, answer: Answer, texts: ExchangeInput): Promise<void> {
  return enqueue(db, answer, { kind: 'exchange.offer', body: { message: answer.messageId, ...texts } })
}

/** Queues the withdrawal of an offer. It is sent even if the offer still waits, since its request may have arrived. */
export function enqueueWithdrawal(db: CompanionDatabase, answer: Answer): Promise<void> {
  return enqueue(db, answer, { kind: 'exchange.withdraw', body: { message: answer.messageId } })
}

/** The last change wins: an earlier one that is not being sent is dropped. */
async function enqueue(
  db: CompanionDatabase,
  { userId, chatId, messageId }: Answer,
  change:
    | Pick<Extract<OfferEntry, { kind: 'exchange.offer' }>, 'kind' | 'body'>
    | Pick<Extract<OfferEntry, { kind: 'exchange.withdraw' }>, 'kind' | 'body'>,
): Promise<void> {
  await writeAs(db, userId, [db.outbox], async () => {
    const earlier = (await readEntries(db, userId, chatId)).filter(
      (entry) => isOfOffer(entry) && entry.body.message === messageId && entry.state !== 'sending',
    )
    await db.outbox.bulkDelete(earlier.flatMap(({ order }) => order ?? []))
    await db.outbox.add({ ...freshEntry(userId, chatId), ...change })
  })
}
