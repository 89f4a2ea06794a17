import type { Dependencies } from '../../../dependencies.ts'
import { endpointHash, removeSubscription } from '../push.repository.ts'

/** Notifies that device no more; what is not known, or somebody else's, changes nothing. */
export async function unsubscribe({ db }: Pick<Dependencies, 'db'>, userId: number, endpoint: string): Promise<void> {
  await removeSubscription(db, userId, endpointHash(endpoint))
}
