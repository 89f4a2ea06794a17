import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'

const sumUsage = prepareQuery((db, value: Value<{ userId: number; start: string }>) =>
  db
    .selectFrom('usage_entries')
    .select((eb) => [
      eb.fn.sum<number | null>('tokens').as('tokens'),
      eb.fn.sum<number | null>('searches').as('searches'),
    ])
    .where('user_id', '=', value('userId'))
    .where('at', '>=', value('start')),
)

/** The usage of answers since a time, including those of deleted chats. */
export async function usedSince(
  db: Kysely<Database>,
  userId: number,
  start: string,
): Promise<{ tokens: number; searches: number }> {
  const [sums] = await sumUsage(db, { userId, start })
  // Sums are text on PostgreSQL, and null without rows.
  return { tokens: Number(sums?.tokens ?? 0), searches: Number(sums?.searches ?? 0) }
}

/** Adds tokens to an answer's usage at time `at` (ISO 8601). `model` defaults to the one that writes the answer. */
export async function addTokens(
  db: Kysely<Database>,
  answer: { user_id: number; message_id: string },
  { tokens, at, model }: { tokens: number; at: string; model?: string },
): Promise<void> {
  if (tokens === 0) return
  await db
    .insertInto('usage_entries')
    .values((eb) => ({
      ...{ ...answer, at, tokens, searches: 0 },
      model:
        model ??
        eb
          .selectFrom('messages')
          .select('messages.model')
          .where('messages.user_id', '=', answer.user_id)
          .where('messages.id', '=', answer.message_id),
    }))
    .onConflict((known) =>
      known.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({
        tokens: eb('usage_entries.tokens', '+', eb.ref('excluded.tokens')),
        at: eb.ref('excluded.at'),
        model: eb.ref('excluded.model'),
      })),
    )
    .execute()
}

/** Reserves tokens for an answer in a temporary chat at time `at` (ISO 8601). A reservation of 0 inserts no row. */
export async function insertReservation(
  db: Kysely<Database>,
  answer: { user_id: number; message_id: string },
  { reserved, model, at }: { reserved: number; model: string; at: string },
): Promise<void> {
  if (reserved === 0) return
  await db
    .insertInto('usage_entries')
    .values({ ...answer, at, tokens: 0, searches: 0, model, reserved })
    .execute()
}

/** Replaces the reservation of an answer with what it has used. */
export async function settleReservation(
  db: Kysely<Database>,
  answer: { user_id: number; message_id: string },
  { tokens, model, at }: { tokens: number; model: string; at: string },
): Promise<void> {
  if (tokens === 0) {
    const { user_id, message_id } = answer
    await db.deleteFrom('usage_entries').where('user_id', '=', user_id).where('message_id', '=', message_id).execute()
    return
  }
  await db
    .insertInto('usage_entries')
    .values({ ...answer, at, tokens, searches: 0, model, reserved: 0 })
    .onConflict((known) => known.columns(['user_id', 'message_id']).doUpdateSet({ at, tokens, model, reserved: 0 }))
    .execute()
}
