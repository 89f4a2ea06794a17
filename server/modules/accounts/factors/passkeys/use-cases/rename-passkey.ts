import type { Passkey } from '#contract/objects/factors/passkey.ts'
import type { AccountDeps } from '../../../accounts.deps.ts'
import { factorNotFound } from '../../factors.errors.ts'
import { renamePasskeyRow, toPasskey } from '../passkeys.repository.ts'

interface Change {
  id: string
  name: string
}

/** Throws not_found. */
export async function renamePasskey(
  { db }: Pick<AccountDeps, 'db'>,
  userId: number,
  { id, name }: Change,
): Promise<Passkey> {
  const row = await renamePasskeyRow(db, userId, id, name)
  if (row === undefined) throw factorNotFound()
  return toPasskey(row)
}
