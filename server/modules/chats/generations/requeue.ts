import type { Dependencies } from '../../../dependencies.ts'
import type { Claim } from './job.ts'
import { searchOfContinued } from './search/search-of-continued.ts'
import { GENERATIONS_TOPIC } from './topics.ts'

/** Requeues a generation without any text for another process; the attempt is not counted. */
export async function requeue(
  { db, bus, processId }: Pick<Dependencies, 'db' | 'bus' | 'processId'>,
  claim: Claim,
): Promise<void> {
  await db
    .updateTable('generations')
    .set((eb) => ({
      ...{ status: 'queued', owner: null, lease_expires_at: null, attempts: claim.attempts - 1 },
      search: searchOfContinued(eb),
    }))
    .where('user_id', '=', claim.user_id)
    .where('id', '=', claim.id)
    .where('owner', '=', processId)
    .where('attempts', '=', claim.attempts)
    .where('status', '=', 'running')
    .execute()
  await bus.publish(GENERATIONS_TOPIC, 'queued')
}
