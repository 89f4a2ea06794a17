import type { Generated } from 'kysely'
import type { MessageStatus } from '#contract/objects/chat.ts'
import type { Interval } from '#contract/objects/plan.ts'
import type { Language } from '#contract/primitives.ts'
import type { Fixed, Flag, Time } from './columns.ts'
import type {
  AuditChainTable,
  AuditTable,
  EmailChangesTable,
  KnownAddressesTable,
  OneTimeTokensTable,
  PhotosTable,
  PushSubscriptionsTable,
  RateLimitsTable,
  SearchEntriesTable,
} from './schema-accounts.ts'
import type { ClientErrorsTable, DailyMetricsTable, DisabledModelsTable, UserTokensTable } from './schema-admin.ts'
import type { AnsweredChallengesTable, PasskeysTable, RecoveryCodesTable, TotpSecretsTable } from './schema-factors.ts'
import type { MessageFeedbackTable } from './schema-feedback.ts'
import type { FileTables } from './schema-files.ts'
import type { GenerationChunksTable, GenerationsTable, ScoresTable } from './schema-generations.ts'
import type { ChatTagsTable, LabelsTable } from './schema-labels.ts'
import type { LegalTables } from './schema-legal.ts'
import type { NewsletterTables } from './schema-newsletter.ts'
import type {
  BillingMailsTable,
  CheckoutsTable,
  InvoicesTable,
  PastTrialsTable,
  PaymentAccountsTable,
  PaymentCouponsTable,
  PaymentCustomersTable,
  PaymentEventsTable,
  PaymentFailuresTable,
  PaymentPricesTable,
  PlanTermsTable,
  PromotionCodesTable,
  RefundsTable,
  SubscriptionsTable,
} from './schema-payments.ts'
import type {
  ChatProfilesTable,
  MemoriesTable,
  RemovedMemoriesTable,
  UsageEntriesTable,
  ValidatorsTable,
} from './schema-profiles.ts'
import type { RatingTables } from './schema-ratings.ts'
import type {
  SandboxEventsTable,
  SandboxInvoicesTable,
  SandboxRefundsTable,
  SandboxSessionsTable,
  SandboxSubscriptionsTable,
} from './schema-sandbox.ts'
import type { SharedChatsTable } from './schema-shares.ts'
import type { SummaryTables } from './schema-summaries.ts'

export type { SubscriptionsTable } from './schema-payments.ts'

/**
 * The tables, the same on both engines. Times are ISO 8601 UTC text with milliseconds (they sort as text), flags are 0
 * or 1, lists and objects are JSON text. Rows whose UUID comes from a client have the key (user_id, id): another user's
 * rows can be neither read nor overwritten.
 */
export interface Database extends FileTables, LegalTables, NewsletterTables, SummaryTables, RatingTables {
  users: UsersTable
  sessions: SessionsTable
  plans: PlansTable
  subscriptions: SubscriptionsTable
  plan_terms: PlanTermsTable
  checkouts: CheckoutsTable
  payment_customers: PaymentCustomersTable
  payment_prices: PaymentPricesTable
  promotion_codes: PromotionCodesTable
  payment_coupons: PaymentCouponsTable
  payment_events: PaymentEventsTable
  payment_accounts: PaymentAccountsTable
  invoices: InvoicesTable
  payment_failures: PaymentFailuresTable
  refunds: RefundsTable
  billing_mails: BillingMailsTable
  past_trials: PastTrialsTable
  sandbox_sessions: SandboxSessionsTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  sandbox_events: SandboxEventsTable
  sandbox_invoices: SandboxInvoicesTable
  sandbox_refunds: SandboxRefundsTable
  chats: ChatsTable
  folders: LabelsTable
  tags: LabelsTable
  chat_tags: ChatTagsTable
  deletions: DeletionsTable
  withdrawn_messages: WithdrawnMessagesTable
  messages: MessagesTable
  generations: GenerationsTable
  generation_chunks: GenerationChunksTable
  rate_limits: RateLimitsTable
  push_subscriptions: PushSubscriptionsTable
  audit: AuditTable
  audit_chain: AuditChainTable
  client_errors: ClientErrorsTable
  one_time_tokens: OneTimeTokensTable
  email_changes: EmailChangesTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  answered_challenges: AnsweredChallengesTable
  photos: PhotosTable
  search_entries: SearchEntriesTable
  known_addresses: KnownAddressesTable
  chat_profiles: ChatProfilesTable
  memories: MemoriesTable
  removed_memories: RemovedMemoriesTable
  usage_entries: UsageEntriesTable
  validators: ValidatorsTable
  scores: ScoresTable
  message_feedback: MessageFeedbackTable
  user_words: UserTokensTable
  daily_figures: DailyMetricsTable
  shared_chats: SharedChatsTable
  disabled_models: DisabledModelsTable
}

export interface UsersTable {
  id: Generated<number>
  /** In lower case; unique. */
  email: string
  /** Unique by its lower-cased copy in username_key. */
  username: string
  username_key: string
  first_name: string
  last_name: string
  /** The folded name, or the address of a user without one, by which lists are sorted. */
  name_key: Generated<string>
  /** argon2id as a PHC string; null for users who sign in with Google only. */
  password_hash: string | null
  google_sub: string | null
  is_admin: Flag
  is_provider: Flag
  is_vip: Flag
  is_ad_subscriber: Flag
  receive_newsletters: Flag
  /** When the user agreed that clicks on links of the newsletter are counted; null: they are not. */
  clicks_agreed_at: Time | null
  email_verified: Flag
  /** When it was confirmed by a mailed link; null when it was confirmed otherwise or is not. */
  email_confirmed_at: Generated<Time | null>
  photo_url: string | null
  language: Language
  /** Since when the user may not write or buy; null for most. */
  suspended_at: Generated<Time | null>
  /** What an admin says about it to the user; null without a suspension. */
  suspended_reason: Generated<string | null>
  created_at: Fixed<Time>
  updated_at: Time
}

/** A signed-in device: one family of refresh tokens. */
export interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  device: string
  /** The current refresh token's number; tokens are derived from it, so none is stored. */
  generation: number
  /** When this generation and the one before it began: a replaced token is accepted for 10 s (reuse window). */
  rotated_at: Time
  previous_rotated_at: Time | null
  created_at: Fixed<Time>
  last_used_at: Time
  expires_at: Time
  revoked_at: Time | null
  /** When the user last proved who they are in this session; null: never, or an older server opened it. */
  confirmed_at: Time | null
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
  /** Incremented with each change. */
  version: Generated<number>
  /** The idempotency key of its creation, chosen by the client. */
  request_id: Fixed<string | null>
  created_at: Fixed<Time>
  updated_at: Time
}

export interface ChatsTable {
  user_id: Fixed<number>
  id: Fixed<string>
  title: string
  /** 1 once a user has named the chat; until then the first question gives the title. */
  is_titled: Flag
  folder_id: string | null
  is_saved: Flag
  is_pinned: Generated<Flag>
  is_archived: Generated<Flag>
  /** When an unsaved chat ends; null: never. */
  expires_at: Time | null
  /** When the user was told of `expires_at`; null: not yet. */
  expires_warned_at: Time | null
  /** Since when the chat lies in Recently deleted; null outside of it. */
  deleted_at: Time | null
  preview: string
  /** The position of the last message; 0 in an empty chat. */
  last_seq: number
  /** SHA-256 of the request that created it (idempotency): tells a repeat from a conflict. */
  request_hash: Fixed<string>
  created_at: Fixed<Time>
  updated_at: Time
  last_message_at: Time
  /** The newest question of the current path; null: the newest of the chat. */
  path: string | null
  /** A JSON array: the ids of the answers that the user chose among several versions. */
  versions: Generated<string>
  /** The id of the model that its user has chosen for it; null: that of the user's settings. */
  model: Generated<string | null>
  /** After a failed attempt: when the beginning of the chat may be summarised again. */
  summarise_after: Time | null
}

/** Tombstones, for devices that were offline. */
interface DeletionsTable {
  user_id: Fixed<number>
  kind: Fixed<'chat' | 'folder' | 'tag'>
  id: Fixed<string>
  deleted_at: Fixed<Time>
}

/** A message that was deleted before it arrived: a request that arrives later does not store it. */
interface WithdrawnMessagesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  withdrawn_at: Fixed<Time>
}

export interface MessagesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  chat_id: Fixed<string>
  role: Fixed<'user' | 'assistant'>
  content: string
  status: MessageStatus
  /** A GenerationFailure when the answer failed or broke off; otherwise null. */
  failure: string | null
  reasoning: string
  /** The position in the chat, from 1; unique in it. */
  seq: Fixed<number>
  reply_to: Fixed<string | null>
  version: Fixed<number>
  /** For a question, the question before it on its path; null for a first one. */
  parent: Fixed<string | null>
  /** The question that this one replaces after an edit (decision 026). */
  replaces: Fixed<string | null>
  /** The question of the current path in the place of this branch; null on the current path (`movePath`). */
  superseded_by: string | null
  request_mode: Fixed<'text' | 'voice'>
  response_mode: Fixed<'text' | 'voice'>
  /** For a question, whether the web may be searched for its answers. */
  search: Generated<Flag>
  /** The web sources of an answer: `[{n, url, title, site}]`. */
  sources: Generated<string>
  /** A SearchProblem when a web search did not contribute to the answer; otherwise null. */
  search_problem: string | null
  /**
   * For an answer, the model that writes it and the one that was chosen for it; null when none was, and for questions.
   */
  model: Generated<string | null>
  wanted_model: Generated<string | null>
  /** For an answer, the last message that the model did not get in full; null when it got all. */
  earlier_end: string | null
  /** The last message covered by the summary that the model got in their place; null without a summary. */
  earlier_summary: string | null
  /** An ImportSource of a message that another product's export had; otherwise null. */
  imported_from: Generated<string | null>
  /** SHA-256 of the request that created it (idempotency): tells a repeat from a conflict; empty for answers. */
  request_hash: Fixed<string>
  prompt_tokens: number | null
  completion_tokens: number | null
  created_at: Fixed<Time>
  updated_at: Time
}
