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

/** Passkeys (WebAuthn credentials), each of which signs in on its own. */
export interface PasskeysTable {
  user_id: Fixed<number>
  /** UUID: what the app names it by. */
  id: Fixed<string>
  /** The authenticator's name for it, base64url. */
  credential_id: Fixed<string>
  /** COSE key, base64url. */
  public_key: Fixed<string>
  /** 32 random bytes, base64url, the same for all passkeys of a user: authenticators store one passkey for each. */
  user_handle: Fixed<string>
  /** How often the authenticator says that it has signed; 0 in those that do not count. */
  counter: number
  /** How browsers reach the authenticator, such as `internal,hybrid`. */
  transports: Fixed<string>
  name: string
  created_at: Fixed<Time>
  last_used_at: Time | null
}

/** Challenges that a passkey has signed: each is accepted once. */
export interface AnsweredChallengesTable {
  user_id: Fixed<number>
  /** SHA-256 of the challenge, base64url. */
  challenge_hash: Fixed<string>
  /** When the challenge ends, and this row with it. */
  expires_at: Fixed<Time>
}
