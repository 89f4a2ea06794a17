import { database } from '../database/database.ts'
import { queryNewestChat } from '../database/queries.ts'
import { unlessBlocked } from '../database/upgrade-blocked.ts'

/** Like `queryNewestChat` in this page's database; undefined while an upgrade of the database is blocked. */
export function newestChat(userId: number): Promise<string | null | undefined> {
  return unlessBlocked(queryNewestChat(database(), userId))
}
