import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { recordUsage } from '../generations/record-usage.ts'
import { withdrawChats } from '../offers.repository.ts'
import { endUnfinished, type Unfinished } from '../use-cases/end-unfinished.ts'

type Deps = Pick<Dependencies, 'engine' | 'now'>

/** Chats of one transaction. */
export const AT_ONCE = 200

/**
 * Moves locked chats to Recently deleted and ends their unfinished answers, whose text so far stays. What was offered
 * of them for rating is withdrawn, and a restored chat does not offer it again.
 */
export async function moveToDeleted(
  trx: Kysely<Database>,
  deps: Deps,
  userId: number,
  ids: readonly string[],
): Promise<Unfinished> {
  const unfinished = (await lockGenerations(trx, deps, userId, ids)).filter(({ status }) => status !== 'finished')
  const answers = unfinished.map(({ message_id }) => message_id)
  const ended = await endUnfinished(trx, userId, answers, deps.now())
  await withdrawChats(trx, userId, ids)
  const at = isoTime(deps.now())
  await trx
    .updateTable('chats')
    .set({ deleted_at: at, updated_at: notBack(at), expires_at: null, expires_warned_at: null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return ended
}

/**
 * Deletes locked chats for good, with tombstones. Returns the unfinished generations; messages, generations and chunks
 * are deleted with their chat.
 */
export async function removeChats(
  trx: Kysely<Database>,
  deps: Deps,
  userId: number,
  ids: readonly string[],
): Promise<number[]> {
  const unfinished = (await lockGenerations(trx, deps, userId, ids)).filter(({ status }) => status !== 'finished')
  const at = isoTime(deps.now())
  for (const one of unfinished) await recordUsage(trx, one, { usage: null, failed: false, at })
  await trx.deleteFrom('chats').where('user_id', '=', userId).where('id', 'in', ids).execute()
  const tombstones = ids.map((id) => ({ user_id: userId, kind: 'chat' as const, id, deleted_at: at }))
  await trx
    .insertInto('deletions')
    .values(tombstones)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'id']).doNothing())
    .execute()
  return unfinished.map(({ id }) => id)
}

/** In the order in which the writer locks them, to avoid a deadlock. */
function lockGenerations(trx: Kysely<Database>, { engine }: Deps, userId: number, ids: readonly string[]) {
  const generations = trx
    .selectFrom('generations')
    .select(['id', 'user_id', 'chat_id', 'message_id', 'status'])
    .where('user_id', '=', userId)
    .where('chat_id', 'in', ids)
    .orderBy('id')
  return (engine === 'postgres' ? generations.forUpdate() : generations).execute()
}
