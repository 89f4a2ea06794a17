import type { Kysely } from 'kysely'
import { MEMORIES_MAX } from '#contract/limits.ts'
import type { ChatProfilePatch, MemoryInput } from '#contract/objects/chat-profile.ts'
import { oneLine } from '#contract/title-and-preview.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { emptyMemory, tooManyMemories } from '../profile.errors.ts'

type Field = 'memories' | 'memories_add' | 'memories_change'

/**
 * Adds, changes and removes facts of a user whose profile is locked. A fact in `memories_remove` is removed, even if
 * other lists have it. A fact that was removed is not added again under its id: the request is a repeat, or older than
 * the removal by another device. Throws field errors for an empty fact and for more than MEMORIES_MAX. `time` is ISO 8601.
 */
export async function changeMemories(
  trx: Kysely<Database>,
  userId: number,
  { memories, memories_add = [], memories_change = [], memories_remove = [] }: ChatProfilePatch,
  time: string,
): Promise<void> {
  const gone = trx.deleteFrom('memories').where('user_id', '=', userId)
  if (memories !== undefined) {
    const remainingIds = memories.map(({ id }) => id)
    const others = remainingIds.length > 0 ? gone.where('id', 'not in', remainingIds) : gone
    const removed = await others.returning('id').execute()
    await storeRemoved(
      trx,
      userId,
      removed.map(({ id }) => id),
      time,
    )
    await put(trx, userId, 'memories', memories, time)
  }
  await put(trx, userId, 'memories_add', memories_add, time)
  for (const { id, text } of memories_change) {
    await trx
      .updateTable('memories')
      .set({ text: clean(text, 'memories_change'), updated_at: time })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  }
  if (memories_remove.length > 0) await gone.where('id', 'in', memories_remove).execute()
  await storeRemoved(trx, userId, memories_remove, time)
  if ((memories ?? memories_add).length === 0) return
  const { count } = await trx
    .selectFrom('memories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) > MEMORIES_MAX) throw tooManyMemories(memories === undefined ? 'memories_add' : 'memories')
}

/** Tombstones, also of unknown ids: their addition may arrive later. */
async function storeRemoved(
  trx: Kysely<Database>,
  userId: number,
  ids: readonly string[],
  time: string,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('removed_memories')
    .values(ids.map((id) => ({ user_id: userId, id, removed_at: time })))
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
}

/** Inserts or updates facts by id, except removed ones; an existing fact keeps its `created_at`. */
async function put(
  trx: Kysely<Database>,
  userId: number,
  field: Field,
  facts: readonly MemoryInput[],
  time: string,
): Promise<void> {
  if (facts.length === 0) return
  const ids = facts.map(({ id }) => id)
  const tombstones = trx
    .selectFrom('removed_memories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
  const removed = new Set((await tombstones.execute()).map(({ id }) => id))
  for (const { id, text } of facts) {
    const cleaned = clean(text, field)
    if (removed.has(id)) continue
    await trx
      .insertInto('memories')
      .values({ user_id: userId, id, text: cleaned, created_at: time, updated_at: time })
      .onConflict((known) => known.columns(['user_id', 'id']).doUpdateSet({ text: cleaned, updated_at: time }))
      .execute()
  }
}

function clean(text: string, field: Field): string {
  const cleaned = oneLine(cleanText(text))
  if (cleaned === '') throw emptyMemory(field)
  return cleaned
}
