import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

/** Program: `dataDir [databaseUrl]`. Runs the migrations and prints each on a line. */
const [dataDir = '', databaseUrl = null] = process.argv.slice(2)
const { db, engine, close } = await openDatabase({ dataDir, databaseUrl })
for (const name of await migrate(db, engine)) console.log(name)
await close()
