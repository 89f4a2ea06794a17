import { database } from '#offline/database.ts'
import { queryOutbox } from '#offline/queries.ts'

/** How many of a person's messages exist on this device only. */
export async function countUnsent(account: number): Promise<number> {
  const entries = await queryOutbox(database(), account)
  return entries.filter(({ kind }) => kind === 'message.send').length
}
