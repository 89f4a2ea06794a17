import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { recordUsage } from '../generations/record-usage.ts'
import { withdrawChats } from '../offers.repository.ts'
import { endUnfinished, type Unfinished } from '../use-cases/end-unfinished.ts'

type Deps = Pick<Dependencies, 'now'>

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
  const unfinished = (await lockGenerations(trx, userId, ids)).filter(({ status }) => status !== 'finished')
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
 * Deletes locked chats of any users for good, with tombstones. Returns the unfinished generations; messages,
 * generations and chunks are deleted with their chat.
 */
export async function removeChats(
  trx: Kysely<Database>,
  deps: Deps,
  chats: readonly { user_id: number; id: string }[],
): Promise<number[]> {
  const byUser = Map.groupBy(chats, (chat) => chat.user_id)
  const running: number[] = []
  for (const [userId, own] of byUser) {
    const ids = own.map(({ id }) => id)
    const unfinished = (await lockGenerations(trx, userId, ids)).filter(({ status }) => status !== 'finished')
    const at = isoTime(deps.now())
    for (const one of unfinished) await recordUsage(trx, one, { usage: null, failed: false, at })
    await trx.deleteFrom('chats').where('user_id', '=', userId).where('id', 'in', ids).execute()
    running.push(...unfinished.map(({ id }) => id))
  }
  // The time is read after all deletions, because a long chat takes seconds: a device whose list was answered meanwhile
  // asks for changes since that list, and tombstones with an earlier time would be missing from them.
  const time = isoTime(deps.now())
  for (const own of byUser.values()) {
    await trx
      .insertInto('deletions')
      .values(own.map(({ user_id, id }) => ({ user_id, kind: 'chat' as const, id, deleted_at: time })))
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'id']).doNothing())
      .execute()
  }
  return running
}

/** In the order in which the writer locks them, to avoid a deadlock. */
function lockGenerations(trx: Kysely<Database>, userId: number, ids: readonly string[]) {
  return trx
    .selectFrom('generations')
    .select(['id', 'user_id', 'chat_id', 'message_id', 'status'])
    .where('user_id', '=', userId)
    .where('chat_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
