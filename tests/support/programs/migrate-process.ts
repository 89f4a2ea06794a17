import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

/** As a program: `dataDir [databaseUrl]`. Migrates and prints what it ran, a line each. */
const [dataDir = '', databaseUrl = null] = process.argv.slice(2)
const { db, engine, close } = await openDatabase({ dataDir, databaseUrl })
for (const name of await migrate(db, engine)) console.log(name)
await close()
