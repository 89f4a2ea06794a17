import type { Api } from '#api/client.ts'
import { listExchangesToRate } from '#contract/endpoints/ratings/ratings.ts'
import type { ExchangeToRate, RatingInput } from '#contract/objects/ratings/rating.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry, newId } from '../outbox/new-entry.ts'

/** The id of the row with the exchanges that the server has assigned to this validator. */
const EXCHANGES = 'exchanges'

/** Exchanges to be rated, which are on this device, and how many ratings of it are unsent. */
export interface RatingQueue {
  exchanges: ExchangeToRate[]
  waiting: number
  /** Whether the server was ever asked; if not, an empty list says nothing. */
  isLoaded: boolean
}

/** Use inside `useLiveQuery`. */
export async function queryExchanges(db: CompanionDatabase, userId: number): Promise<RatingQueue> {
  const row = await db.profiles.get([userId, EXCHANGES])
  const rated = await listUnsent(db, userId)
  const exchanges = (row?.exchanges ?? []).filter(({ id }) => !rated.includes(id))
  return { exchanges, waiting: rated.length, isLoaded: row !== undefined }
}

/**
 * Loads the next exchanges. Those that this device had rated before the request are left out: their ratings may arrive
 * while the server answers.
 */
export async function loadExchanges(
  { db, api, userId }: { db: CompanionDatabase; api: Api; userId: number },
  signal: AbortSignal,
): Promise<void> {
  const rated = await listUnsent(db, userId)
  const { results } = await api.call(listExchangesToRate, { as: userId, signal })
  const exchanges = results.filter(({ id }) => !rated.includes(id))
  await writeAs(db, userId, [db.profiles], () => db.profiles.put({ userId, id: EXCHANGES, exchanges }))
}

/** Queues a rating, a skip or a report, and takes the exchange from the device, in one transaction. */
export async function enqueueRating(
  db: CompanionDatabase,
  userId: number,
  rating: Omit<RatingInput, 'id'>,
): Promise<void> {
  await writeAs(db, userId, [db.outbox, db.profiles], async () => {
    const row = await db.profiles.get([userId, EXCHANGES])
    const exchanges = (row?.exchanges ?? []).filter(({ id }) => id !== rating.exchange)
    await db.profiles.put({ userId, id: EXCHANGES, exchanges })
    const body = { ...rating, id: newId() }
    await db.outbox.add({ ...freshEntry(userId, rating.exchange), kind: 'exchange.rate', body })
  })
}

/** The ids of the exchanges whose rating is in the outbox. */
async function listUnsent(db: CompanionDatabase, userId: number): Promise<string[]> {
  const entries = await readEntries(db, userId)
  return entries.flatMap((entry) => (entry.kind === 'exchange.rate' ? entry.body.exchange : []))
}
