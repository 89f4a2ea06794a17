import type { Kysely } from 'kysely'
import type { RatingInput } from '#contract/objects/ratings/rating.ts'
import { byAxis } from '#contract/objects/scores.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { isValidator } from '../../validators/validators.repository.ts'
import { exchangeWithdrawn, notValidator, quoteNotInAnswer, ratingIdConflict } from '../ratings.errors.ts'
import { copyScores } from '../scores-of-offers.repository.ts'

const unrated = byAxis(() => null)

/**
 * Stores what a validator says of an exchange. A repeat with the same id changes nothing; another rating of the same
 * exchange, from a second device, replaces the earlier one. Only a report replaces a report that no admin has dismissed:
 * a device that was offline may send what is older. Throws `permission_denied` (also to the author of the
 * exchange), `withdrawn`, `id_conflict`, and `quote_not_in_answer` on its field.
 */
export async function rateExchange(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  input: RatingInput,
): Promise<void> {
  if (!(await isValidator(db, userId))) throw notValidator()
  await db.transaction().execute(async (trx) => {
    const ofValidator = trx.selectFrom('exchange_ratings').select('exchange_id').where('user_id', '=', userId)
    const known = await ofValidator.where('id', '=', input.id).executeTakeFirst()
    if (known !== undefined && known.exchange_id !== input.exchange) throw ratingIdConflict()
    const found = trx.selectFrom('offered_exchanges').selectAll().where('id', '=', input.exchange)
    // A withdrawal waits until the rating is stored, and deletes it then.
    const exchange = await found.forUpdate().executeTakeFirst()
    if (exchange === undefined) throw exchangeWithdrawn()
    if (known !== undefined) return
    if (exchange.user_id === userId) throw notValidator()
    if (!exchange.answer.includes(input.quote)) throw quoteNotInAnswer()
    await deleteOf(trx, 'rating_assignments', userId, exchange.id)
    if (input.kind !== 'report' && (await hasOpenReport(trx, userId, exchange.id))) return
    await deleteOf(trx, 'exchange_ratings', userId, exchange.id)
    await trx
      .insertInto('exchange_ratings')
      .values({
        ...(input.scores ?? unrated),
        ...{ user_id: userId, id: input.id, exchange_id: exchange.id, kind: input.kind },
        ...{ reason: cleanText(input.reason), quote: input.quote, created_at: isoTime(now()) },
      })
      .execute()
    await copyScores(trx, exchange)
  })
}

async function hasOpenReport(trx: Kysely<Database>, userId: number, exchangeId: string): Promise<boolean> {
  const report = await trx
    .selectFrom('exchange_ratings')
    .select('id')
    .where('user_id', '=', userId)
    .where('exchange_id', '=', exchangeId)
    .where('kind', '=', 'report')
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return report !== undefined
}

async function deleteOf(
  trx: Kysely<Database>,
  table: 'exchange_ratings' | 'rating_assignments',
  userId: number,
  exchangeId: string,
): Promise<void> {
  await trx.deleteFrom(table).where('user_id', '=', userId).where('exchange_id', '=', exchangeId).execute()
}
