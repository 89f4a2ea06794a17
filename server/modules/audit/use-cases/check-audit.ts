import type { Kysely } from 'kysely'
import type { AuditChain } from '#contract/objects/admin/audit.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { appendMissing } from '../chain/append-to-chain.ts'
import { verifyChain } from '../chain/verify-chain.ts'

/** Chains what an older version wrote, then checks all. */
export async function checkAudit(db: Kysely<Database>): Promise<AuditChain> {
  await appendMissing(db)
  return await verifyChain(db)
}
