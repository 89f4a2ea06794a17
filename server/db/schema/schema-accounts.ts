import type { Generated } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Fixed, Time } from './schema.ts'

/** Where a browser is notified (Web Push), bound to the session that asked for it. */
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

/** What a link in a mail carries, or a key to another app: good once until it expires. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, base64url. */
  token_hash: Fixed<string>
  user_id: Fixed<number>
  purpose: Fixed<'reset' | 'verify_email' | 'sso' | 'google'>
  /** Whom it is for, where there are several: the origin of another app. */
  audience: Fixed<string | null>
  /** The session that asked for it, where it is worth no more than that one. */
  session_id: Fixed<string | null>
  created_at: Fixed<Time>
  expires_at: Fixed<Time>
  used_at: Time | null
}

/** From where a user has signed in: guesses of strangers do not slow these down. */
export interface KnownAddressesTable {
  user_id: Fixed<number>
  /** HMAC of the user and the address: says nothing without the server's secret. */
  address_hash: Fixed<string>
  seen_at: Time
}

/** A user's photo, re-encoded by us: WebP, 512 pixels square, without metadata. */
export interface PhotosTable {
  user_id: Fixed<number>
  /** Unguessable, and another with each upload: who knows it sees the photo. */
  name: string
  content: Uint8Array
  created_at: Time
}

/** What admins and providers did. Append-only by triggers; the ids of a user who is gone become null. */
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

/**
 * What can be searched for: a chat's title, or a message. Its words stand in SQLite's virtual table `search_words` under
 * the same number, on PostgreSQL in a column; `server/db/search` alone knows which.
 */
export interface SearchEntriesTable {
  id: Generated<number>
  user_id: Fixed<number>
  chat_id: Fixed<string>
  /** Null: the chat's title. */
  message_id: Fixed<string | null>
}

/** Counters of limits that all processes share. */
export interface RateLimitsTable {
  key: Fixed<string>
  count: number
  window_ends_at: Time
}
