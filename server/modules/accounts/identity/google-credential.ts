import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import {
  CredentialRefused,
  type GoogleIdentity,
  type GoogleUser,
  IdentityUnreachable,
} from '../../../providers/identity/google.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { googleOff, googleUnreachable } from '../accounts.errors.ts'
import { spendForeignToken } from '../one-time-tokens.repository.ts'

export interface GoogleDeps {
  /** Null without a configured client id. */
  google: GoogleIdentity | null
}

interface Shown {
  credential: string
  takenUntil: number
  userId: number
  /** Milliseconds since 1970. */
  now: number
}

/** The credential's user. Throws `refused`, not_found without a client id, overloaded without Google's keys. */
export async function readCredential(
  { google, log }: GoogleDeps & Pick<AccountDeps, 'log'>,
  { credential, nonce }: { credential: string; nonce?: string | undefined },
  refused: () => Error,
): Promise<GoogleUser> {
  if (google === null) throw googleOff()
  try {
    return await google.verify(credential, nonce)
  } catch (error) {
    if (error instanceof CredentialRefused) {
      log.info({ reason: error.message }, 'a Google credential was refused')
      throw refused()
    }
    if (!(error instanceof IdentityUnreachable)) throw error
    log.warn({ err: error.cause }, 'the keys of Google could not be read')
    throw googleUnreachable()
  }
}

/** Marks a credential as used. Throws `refused` when it was used before. */
export async function spendCredential(
  db: Kysely<Database>,
  { credential, takenUntil, userId, now }: Shown,
  refused: () => Error,
): Promise<void> {
  const seconds = Math.max(1, Math.ceil((takenUntil - now) / 1000))
  // Only the signed part is stored, because a signature can be encoded in several valid ways.
  const token = credential.slice(0, credential.lastIndexOf('.'))
  if (!(await spendForeignToken(db, { token, userId, purpose: 'google', seconds, now }))) throw refused()
}
