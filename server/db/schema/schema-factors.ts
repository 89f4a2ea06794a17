import type { Fixed, Time } from './columns.ts'

/** The secret that an authenticator app shares with the server (TOTP). It counts once a code has confirmed it. */
export interface TotpSecretsTable {
  user_id: Fixed<number>
  /** The secret, encrypted under a key that is derived from TOKEN_SECRET. */
  sealed: string
  created_at: Time
  confirmed_at: Time | null
  /** The time step of the latest accepted code: neither it nor an earlier one is accepted again. */
  last_step: number | null
}

/** Codes for whoever has lost the other factors, each valid once. */
export interface RecoveryCodesTable {
  user_id: Fixed<number>
  /** SHA-256 of the code, base64url: codes have 80 random bits, so the hash cannot be searched. */
  code_hash: Fixed<string>
  created_at: Fixed<Time>
  used_at: Time | null
}
