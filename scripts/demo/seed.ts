import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { makePastUsers } from './past-users.ts'
import { simulateYearOfBilling } from './year-of-billing.ts'

/** Fills the data folder of a demonstration with the data of a year, before its server starts. */
export async function seedYear(dataDir: string, now: number): Promise<void> {
  const { db, engine, close } = await openDatabase({ databaseUrl: null, dataDir })
  try {
    await migrate(db, engine)
    const users = await db.transaction().execute((trx) => makePastUsers(trx, now))
    await simulateYearOfBilling({ db, dataDir }, users, now)
  } finally {
    await close()
  }
}
