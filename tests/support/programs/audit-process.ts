import { openDatabase } from '#server/db/database.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'

/** Program: `count dataDir [databaseUrl]`. Records that many entries in the audit log, several at a time. */
const [count = '0', dataDir = '', databaseUrl = null] = process.argv.slice(2)
const { db, close } = await openDatabase({ dataDir, databaseUrl })
const actor = { id: null, kind: 'operator' } as const
const details = { process: process.pid }
await Promise.all(
  Array.from({ length: Number(count) }, () =>
    recordAudit(db, { actor, action: 'plan.changed', details, now: Date.now() }),
  ),
)
await close()
