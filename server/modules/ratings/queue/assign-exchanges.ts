import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ExchangeToRate } from '#contract/objects/ratings/rating.ts'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { isValidator } from '../../validators/validators.repository.ts'
import { notValidator } from '../ratings.errors.ts'

/** How many validators rate an exchange, and how many exchanges a device has at once, to rate them offline. */
const VALIDATORS_EACH = 3
const BATCH = 5
/** An exchange that was fetched and not rated for so long is given to somebody else. */
const ASSIGNED_MS = 7 * DAY_MS

interface Reader {
  id: number
  language: Language
}

/**
 * The exchanges that a validator has not rated yet: those assigned before, then new ones, of the validator's own
 * language and with fewer ratings first. Nobody gets an exchange of their own, one that was reported, or one that
 * enough others have rated or are rating. Throws `permission_denied`.
 */
export async function assignExchanges(
  { db, engine, now }: Pick<Dependencies, 'db' | 'engine' | 'now'>,
  reader: Reader,
): Promise<ExchangeToRate[]> {
  if (!(await isValidator(db, reader.id))) throw notValidator()
  return db.transaction().execute(async (trx) => {
    // Two validators at once would both get the last place of an exchange. SQLite has one writer at a time anyway.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('rating_assignments'))`.execute(trx)
    await trx
      .deleteFrom('rating_assignments')
      .where('assigned_at', '<', isoTime(now() - ASSIGNED_MS))
      .execute()
    const before = await selectOpen(trx)
      .innerJoin('rating_assignments as own', 'own.exchange_id', 'offered.id')
      .where('own.user_id', '=', reader.id)
      .orderBy('own.assigned_at')
      .orderBy('offered.id')
      .limit(BATCH)
      .execute()
    const added = before.length < BATCH ? await selectNew(trx, reader, BATCH - before.length) : []
    if (added.length > 0) {
      // A millisecond apart, so that the next request returns them in the same order.
      const values = added.map(({ id }, index) => ({
        ...{ user_id: reader.id, exchange_id: id },
        assigned_at: isoTime(now() + index),
      }))
      await trx.insertInto('rating_assignments').values(values).execute()
    }
    return [...before, ...added]
  })
}

/** Only what a validator sees; exchanges that an admin has withdrawn, or may have to, are left out. */
function selectOpen(trx: Kysely<Database>) {
  return trx
    .selectFrom('offered_exchanges as offered')
    .select(['offered.id', 'offered.question', 'offered.answer', 'offered.language'])
    .where('offered.answer', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exchange_ratings as report')
            .select('report.id')
            .whereRef('report.exchange_id', '=', 'offered.id')
            .where('report.kind', '=', 'report')
            .where('report.dismissed_at', 'is', null),
        ),
      ),
    )
}

function selectNew(trx: Kysely<Database>, reader: Reader, most: number): Promise<ExchangeToRate[]> {
  const rated = sql<number>`(select count(*) from exchange_ratings
    where exchange_id = offered.id and kind = 'rating')`
  const assigned = sql<number>`(select count(*) from rating_assignments where exchange_id = offered.id)`
  const isOwn = (table: 'exchange_ratings' | 'rating_assignments') => sql<boolean>`exists (
    select 1 from ${sql.table(table)} where exchange_id = offered.id and user_id = ${reader.id})`
  const selected = selectOpen(trx)
    .where('offered.user_id', '!=', reader.id)
    .where(sql<boolean>`not ${isOwn('exchange_ratings')}`)
    .where(sql<boolean>`not ${isOwn('rating_assignments')}`)
    .where(sql<boolean>`${rated} + ${assigned} < ${VALIDATORS_EACH}`)
    .orderBy(sql`case when offered.language = ${reader.language} then 0 else 1 end`)
    .orderBy(rated)
    .orderBy('offered.offered_at')
    .orderBy('offered.id')
    .limit(most)
  // Their withdrawal waits until the assignments are stored; one that is being withdrawn is left out.
  return selected.forKeyShare('offered').skipLocked().execute()
}
