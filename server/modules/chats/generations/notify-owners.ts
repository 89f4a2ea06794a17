import type { Kysely } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { answerTopic, GENERATIONS_TOPIC, stopNotification } from './topics.ts'

/** Ids of a user's queued and running generations. */
export async function unfinishedOf(db: Kysely<Database>, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('generations')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '!=', 'finished')
    .execute()
  return rows.map((row) => row.id)
}

/** Notifies the owners and readers of these generations that they were deleted. */
export async function notifyOwners({ bus }: { bus: Bus }, generations: readonly number[]): Promise<void> {
  for (const id of generations) {
    await bus.publish(GENERATIONS_TOPIC, stopNotification(id))
    await bus.publish(answerTopic(id), 'end')
  }
}
