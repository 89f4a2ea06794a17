import type { Dependencies } from '../../../dependencies.ts'
import { endpointHash, removeSubscription } from '../push.repository.ts'

/** Stops notifying that device; an unknown endpoint, or another user's, changes nothing. */
export async function unsubscribe({ db }: Pick<Dependencies, 'db'>, userId: number, endpoint: string): Promise<void> {
  await removeSubscription(db, userId, endpointHash(endpoint))
}
