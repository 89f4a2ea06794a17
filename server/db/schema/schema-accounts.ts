import type { Generated } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Fixed, Time } from './columns.ts'

/** The Web Push subscription of a browser, bound to the session that created it. */
export interface PushSubscriptionsTable {
  /** SHA-256 of `endpoint`. */
  endpoint_hash: Fixed<string>
  user_id: number
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  created_at: Fixed<Time>
  updated_at: Time
}

/** The token of a mailed link or of SSO, valid once until it expires; or a credential of Google that was used. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, base64url. */
  token_hash: Fixed<string>
  user_id: Fixed<number>
  purpose: Fixed<'reset' | 'verify_email' | 'sso' | 'google'>
  /** The origin of the app for which an SSO token is valid. */
  audience: Fixed<string | null>
  /** The session that requested the token; the token ends with it. */
  session_id: Fixed<string | null>
  created_at: Fixed<Time>
  expires_at: Fixed<Time>
  used_at: Time | null
}

/** A change of a user's own address, deleted when it has expired. */
export interface EmailChangesTable {
  /** SHA-256 of the token mailed to the new address, base64url. */
  token_hash: Fixed<string>
  user_id: Fixed<number>
  new_email: Fixed<string>
  created_at: Fixed<Time>
  /** Until when it can be confirmed; once it is confirmed, until when it can be undone. */
  expires_at: Time
  confirmed_at: Time | null
  /** The address and Google account before the change; null before the confirmation. */
  old_email: string | null
  old_google_sub: string | null
  /** SHA-256 of the token mailed to the old address; null when that address was never confirmed. */
  undo_hash: string | null
  undone_at: Time | null
}

/** Known addresses of a user: failed logins from other addresses do not slow these down. */
export interface KnownAddressesTable {
  user_id: Fixed<number>
  /** HMAC of user and address: reveals nothing without the server's secret. */
  address_hash: Fixed<string>
  seen_at: Time
}

/** A user's photo, re-encoded by the server: WebP, 512 pixels square, without metadata. */
export interface PhotosTable {
  user_id: Fixed<number>
  /** Random, and new with each upload: a client that knows the name can read the photo. */
  name: string
  content: Uint8Array
  created_at: Time
}

/** What admins, providers and the operator did. Append-only by triggers; the ids of a deleted user become null. */
export interface AuditTable {
  id: Generated<number>
  at: Fixed<Time>
  actor_id: Fixed<number | null>
  actor_kind: Fixed<'admin' | 'provider' | 'operator'>
  action: Fixed<string>
  subject_kind: Fixed<'user' | 'plan' | 'subscription' | null>
  subject_id: Fixed<number | null>
  details: Fixed<string>
}

/** Hash chain of the audit log (docs/decisions/107), append-only by triggers; salts of deleted users become null. */
export interface AuditChainTable {
  /** From 1, without a gap. */
  position: Fixed<number>
  audit_id: Fixed<number>
  actor_salt: Fixed<string | null>
  /** SHA-256 of salt and user id; null for an entry without one. */
  actor_digest: Fixed<string | null>
  subject_salt: Fixed<string | null>
  subject_digest: Fixed<string | null>
  /** SHA-256 of the entry's content and the hash before it. */
  hash: Fixed<string>
}

/**
 * An entry of the search index: a chat's title, or a message. Its tokens are in SQLite's virtual table `search_words`
 * under the same id, on PostgreSQL in a column; only `server/db/search` depends on that.
 */
export interface SearchEntriesTable {
  id: Generated<number>
  user_id: Fixed<number>
  chat_id: Fixed<string>
  /** Null for the chat's title. */
  message_id: Fixed<string | null>
}

/** Rate limit counters that all processes share. */
export interface RateLimitsTable {
  key: Fixed<string>
  count: number
  window_ends_at: Time
}
