import type { ColumnType, Generated } from 'kysely'
import type { MessageStatus } from '#contract/objects/chat.ts'
import type { Interval, SubscriptionStatus } from '#contract/objects/plan.ts'
import type { Language } from '#contract/primitives.ts'
import type {
  AuditTable,
  KnownAddressesTable,
  OneTimeTokensTable,
  PhotosTable,
  PushSubscriptionsTable,
  RateLimitsTable,
  SearchEntriesTable,
} from './schema-accounts.ts'
import type { ClientErrorsTable, DailyMetricsTable, UserTokensTable } from './schema-admin.ts'
import type {
  CheckoutsTable,
  PaymentCustomersTable,
  PaymentEventsTable,
  PaymentPricesTable,
  PlanTermsTable,
  SandboxEventsTable,
  SandboxSessionsTable,
  SandboxSubscriptionsTable,
} from './schema-payments.ts'
import type { ChatProfilesTable, MemoriesTable, UsageEntriesTable, ValidatorsTable } from './schema-profiles.ts'

/**
 * The tables, the same on both engines. Times are ISO 8601 UTC text with milliseconds (they sort as
 * text), flags are 0 or 1, lists and objects are JSON text. Rows that a client names by its own UUID
 * are keyed by (user_id, id): another user's id can neither be read nor taken.
 */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  plans: PlansTable
  subscriptions: SubscriptionsTable
  plan_terms: PlanTermsTable
  checkouts: CheckoutsTable
  payment_customers: PaymentCustomersTable
  payment_prices: PaymentPricesTable
  payment_events: PaymentEventsTable
  sandbox_sessions: SandboxSessionsTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  sandbox_events: SandboxEventsTable
  chats: ChatsTable
  folders: LabelsTable
  tags: LabelsTable
  chat_tags: ChatTagsTable
  deletions: DeletionsTable
  messages: MessagesTable
  generations: GenerationsTable
  generation_chunks: GenerationChunksTable
  rate_limits: RateLimitsTable
  push_subscriptions: PushSubscriptionsTable
  audit: AuditTable
  client_errors: ClientErrorsTable
  one_time_tokens: OneTimeTokensTable
  photos: PhotosTable
  search_entries: SearchEntriesTable
  known_addresses: KnownAddressesTable
  chat_profiles: ChatProfilesTable
  memories: MemoriesTable
  usage_entries: UsageEntriesTable
  validators: ValidatorsTable
  scores: ScoresTable
  user_words: UserTokensTable
  daily_figures: DailyMetricsTable
}

export type Flag = 0 | 1
export type Time = string
/** Written once. */
export type Fixed<T> = ColumnType<T, T, never>

export interface UsersTable {
  id: Generated<number>
  /** Lower case; unique. */
  email: string
  /** Unique; lower-cased copy in username_key. */
  username: string
  username_key: string
  first_name: string
  last_name: string
  /** argon2id, PHC string; null for users who sign in elsewhere only. */
  password_hash: string | null
  google_sub: string | null
  is_admin: Flag
  is_provider: Flag
  is_vip: Flag
  is_ad_subscriber: Flag
  receive_newsletters: Flag
  email_verified: Flag
  photo_url: string | null
  language: Language
  created_at: Fixed<Time>
  updated_at: Time
}

/** A signed-in device: one family of refresh tokens. */
export interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  device: string
  /** The current refresh token's number; tokens are derived from it, none is stored. */
  generation: number
  /** When `generation` was reached, and when the one before it was: for reuse within 10 s. */
  rotated_at: Time
  previous_rotated_at: Time | null
  created_at: Fixed<Time>
  last_used_at: Time
  expires_at: Time
  revoked_at: Time | null
}

export interface PlansTable {
  id: Generated<number>
  name: string
  title: string
  description: string
  /** Decimal text with two places, `9.99`. */
  price: string
  currency: string
  interval: Interval
  features: string
  is_enabled: Flag
  is_archived: Flag
  product: string
  tokens_limit: number
  searches_limit: number
  /** Grows with each change. */
  version: Generated<number>
  created_at: Fixed<Time>
  updated_at: Time
}

export interface SubscriptionsTable {
  id: Generated<number>
  user_id: Fixed<number>
  plan_id: number
  /** What was sold; null: whatever the plan says. */
  terms_id: number | null
  status: SubscriptionStatus
  /** One an account, kept by a partial unique index. */
  is_trial: Flag
  /** Who keeps the state: `trial`, `grant`, `sandbox`, `stripe`. */
  source: string
  source_id: string | null
  current_period_start: Time
  current_period_end: Time
  cancel_at_period_end: Flag
  created_at: Fixed<Time>
  updated_at: Time
}

export interface ChatsTable {
  user_id: Fixed<number>
  id: Fixed<string>
  title: string
  /** 1 once a user named it; until then the first question names it. */
  is_titled: Flag
  folder_id: string | null
  is_saved: Flag
  expires_at: Time | null
  preview: string
  /** The position that the last message took; 0 in an empty chat. */
  last_seq: number
  /** SHA-256 of the body that made it, to tell a repeat from a conflict. */
  request_hash: Fixed<string>
  created_at: Fixed<Time>
  updated_at: Time
  last_message_at: Time
}

export interface LabelsTable {
  user_id: Fixed<number>
  id: Fixed<string>
  name: string
  color: string | null
  request_hash: Fixed<string>
  created_at: Fixed<Time>
  updated_at: Time
}

export interface ChatTagsTable {
  user_id: Fixed<number>
  chat_id: Fixed<string>
  tag_id: Fixed<string>
}

/** Tombstones, for devices that were away. */
export interface DeletionsTable {
  user_id: Fixed<number>
  kind: Fixed<'chat' | 'folder' | 'tag'>
  id: Fixed<string>
  deleted_at: Fixed<Time>
}

export interface MessagesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  chat_id: Fixed<string>
  role: Fixed<'user' | 'assistant'>
  content: string
  status: MessageStatus
  /** Why it failed or broke off: a GenerationFailure; null otherwise. */
  failure: string | null
  reasoning: string
  /** Position in the chat, from 1; unique in it. */
  seq: Fixed<number>
  reply_to: Fixed<string | null>
  version: Fixed<number>
  /** The question that this one replaces (decision 026). */
  replaces: Fixed<string | null>
  /** The question that replaced the one with which this branch began; null on the active path. */
  superseded_by: string | null
  request_mode: Fixed<'text' | 'voice'>
  response_mode: Fixed<'text' | 'voice'>
  /** SHA-256 of the body that made it, to tell a repeat from a conflict; empty for answers. */
  request_hash: Fixed<string>
  prompt_tokens: number | null
  completion_tokens: number | null
  created_at: Fixed<Time>
  updated_at: Time
}

/**
 * The job of writing one answer. At most one of a chat is `running` (partial unique index); the owner
 * renews its lease while it lives.
 */
export interface GenerationsTable {
  id: Generated<number>
  user_id: Fixed<number>
  chat_id: Fixed<string>
  /** The answer's message. */
  message_id: Fixed<string>
  status: 'queued' | 'running' | 'finished'
  stop_requested: Flag
  owner: string | null
  lease_expires_at: Time | null
  attempts: number
  /** How many chunks it began with: the text of an answer that it continues. */
  begun: Generated<number>
  /** Tokens of the plan that are kept for it until it has ended. */
  reserved: Generated<number>
  created_at: Fixed<Time>
  finished_at: Time | null
}

/** What was streamed, in numbered chunks (n from 1), so that any connection can replay and tail. */
export interface GenerationChunksTable {
  generation_id: Fixed<number>
  n: Fixed<number>
  kind: Fixed<'reasoning' | 'delta'>
  text: Fixed<string>
}

/**
 * The scores of an answer, and the job of making them: `queued`, then `running` under a lease, then `scored`, or
 * `failed` when the judge gave none. Figures that an answer had stay until new ones are there. No row: nobody
 * asked for scores.
 */
export interface ScoresTable {
  user_id: Fixed<number>
  /** The answer. */
  message_id: Fixed<string>
  chat_id: Fixed<string>
  state: 'queued' | 'running' | 'scored' | 'failed'
  owner: string | null
  lease_expires_at: Time | null
  attempts: number
  /** 0 to 100; null: not assessed. */
  truth: number | null
  fairness: number | null
  wisdom: number | null
  duty: number | null
  safety: number | null
  liberty: number | null
  pcs: number | null
  ics: number | null
  /** `{<axis>: {reason, quote}}` */
  reasons: string
  source: 'model' | 'practice' | 'validator' | null
  rubric_version: string | null
  /** What all scorings of this answer took; never counted against the user's plan. */
  prompt_tokens: number | null
  completion_tokens: number | null
  queued_at: Time
  /** When it was last scored, or could not be. */
  scored_at: Time | null
}
