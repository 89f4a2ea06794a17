import type { Api } from '#api/client.ts'
import { isApiError } from '#api/errors.ts'
import { listExchangesToRate } from '#contract/endpoints/ratings/ratings.ts'
import type { ExchangeToRate, RatingInput } from '#contract/objects/ratings/rating.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry, newId } from '../outbox/new-entry.ts'
import { deleteOtherRatingDrafts, EXCHANGES, type RatingDraft, readRatingDraft } from './rating-draft.ts'

/** Exchanges to be rated, which are on this device, and how many ratings of it are unsent. */
export interface RatingQueue {
  exchanges: ExchangeToRate[]
  /** What was entered about the first of them before. */
  draft: RatingDraft | null
  waiting: number
  /** Whether the server was ever asked; if not, an empty list says nothing. */
  isLoaded: boolean
}

/** Use inside `useLiveQuery`. */
export async function queryExchanges(db: CompanionDatabase, userId: number): Promise<RatingQueue> {
  const row = await db.profiles.get([userId, EXCHANGES])
  const rated = await listUnsent(db, userId)
  const exchanges = (row?.exchanges ?? []).filter(({ id }) => !rated.includes(id))
  const draft = exchanges[0] ? await readRatingDraft(db, userId, exchanges[0].id) : null
  return { exchanges, draft, waiting: rated.length, isLoaded: row !== undefined }
}

/**
 * Loads the next exchanges. Those that this device has rated before or during the request are left out: their ratings may
 * arrive while the server answers. Drafts about exchanges that were withdrawn or given to somebody else are deleted. Somebody
 * who is no validator any more, or is suspended, loses the exchanges of others from the device; `permission_denied` or
 * `suspended` is thrown.
 */
export async function loadExchanges(
  { db, api, userId }: { db: CompanionDatabase; api: Api; userId: number },
  signal: AbortSignal,
): Promise<void> {
  const [rated, before] = [await listUnsent(db, userId), await listStored(db, userId)]
  try {
    const { results } = await api.call(listExchangesToRate, { as: userId, signal })
    await writeAs(db, userId, [db.profiles, db.drafts], async () => {
      const left = await listStored(db, userId)
      const done = new Set([...rated, ...before.filter((id) => !left.includes(id))])
      await storeExchanges(
        db,
        userId,
        results.filter(({ id }) => !done.has(id)),
      )
    })
  } catch (error) {
    const isRefused = isApiError(error) && (error.code === 'permission_denied' || error.code === 'suspended')
    if (isRefused) await storeExchanges(db, userId, [])
    throw error
  }
}

/** Stores the assigned exchanges; what was entered about others is deleted with them. */
async function storeExchanges(db: CompanionDatabase, userId: number, exchanges: ExchangeToRate[]): Promise<void> {
  await writeAs(db, userId, [db.profiles, db.drafts], async () => {
    await db.profiles.put({ userId, id: EXCHANGES, exchanges })
    await deleteOtherRatingDrafts(
      db,
      userId,
      exchanges.map(({ id }) => id),
    )
  })
}

/** Queues a rating, a skip or a report, and takes the exchange and its draft from the device, in one transaction. */
export async function enqueueRating(
  db: CompanionDatabase,
  userId: number,
  rating: Omit<RatingInput, 'id'>,
): Promise<void> {
  await writeAs(db, userId, [db.outbox, db.profiles, db.drafts], async () => {
    const row = await db.profiles.get([userId, EXCHANGES])
    await storeExchanges(
      db,
      userId,
      (row?.exchanges ?? []).filter(({ id }) => id !== rating.exchange),
    )
    const body = { ...rating, id: newId() }
    await db.outbox.add({ ...freshEntry(userId, rating.exchange), kind: 'exchange.rate', body })
  })
}

/** The ids of the exchanges that are on this device; rating one removes it. */
async function listStored(db: CompanionDatabase, userId: number): Promise<string[]> {
  return ((await db.profiles.get([userId, EXCHANGES]))?.exchanges ?? []).map(({ id }) => id)
}

/** The ids of the exchanges whose rating is in the outbox. */
async function listUnsent(db: CompanionDatabase, userId: number): Promise<string[]> {
  const entries = await readEntries(db, userId)
  return entries.flatMap((entry) => (entry.kind === 'exchange.rate' ? entry.body.exchange : []))
}
