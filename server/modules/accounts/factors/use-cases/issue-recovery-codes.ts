import type { Kysely } from 'kysely'
import type { Database } from '../../../../db/schema/schema.ts'
import { replaceRecoveryCodes } from '../factors.repository.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../recovery-codes.ts'

/** New recovery codes, which end the earlier ones; only their hashes are stored. `now` in ISO 8601. */
export async function issueRecoveryCodes(db: Kysely<Database>, userId: number, now: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(db, userId, codes.map(hashRecoveryCode), now)
  return codes
}
