import * as v from 'valibot'
import { Count, Id, Language, Price, Timestamp, Uuid } from '../../primitives.ts'
import { ValidatorState } from '../admin/validator.ts'
import { Rating, ReportReason, ReportState } from '../feedback.ts'
import { DeliveryStatus } from '../newsletter.ts'
import { Currency, Interval, SubscriptionStatus, TaxBehavior } from '../plan.ts'
import { CodeDuration, codeKinds } from '../promotion-code.ts'
import { exportedBilling } from './exported-billing.ts'
import { exportedChats } from './exported-chats.ts'
import { exportedFiles } from './exported-files.ts'
import { exportedRatings } from './exported-ratings.ts'
import { exportedSecurity } from './exported-security.ts'

const made = { created_at: Timestamp }
const changed = { ...made, updated_at: Timestamp }

/** The file of `GET /accounts/export/`: all stored data of a user, except secrets and internal records. */
export const AccountExport = v.strictObject({
  format: v.literal('companion-export'),
  version: v.literal(1),
  exported_at: Timestamp,
  user: v.strictObject({
    id: Id,
    email: v.string(),
    username: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    /** The user's id at Google. */
    google_sub: v.nullable(v.string()),
    is_admin: v.boolean(),
    is_provider: v.boolean(),
    is_vip: v.boolean(),
    is_ad_subscriber: v.boolean(),
    receive_newsletters: v.boolean(),
    /** When the user agreed that clicks on links of the newsletter are counted. */
    clicks_agreed_at: v.nullable(Timestamp),
    email_verified: v.boolean(),
    email_confirmed_at: v.nullable(v.string()),
    photo_url: v.nullable(v.string()),
    language: Language,
    /** Since when the user may not write or buy, and why; null for most. */
    suspended_at: v.nullable(v.string()),
    suspended_reason: v.nullable(v.string()),
    ...changed,
  }),
  photo: v.nullable(v.strictObject({ content: v.pipe(v.string(), v.startsWith('data:image/webp;base64,')), ...made })),
  subscriptions: v.array(
    v.strictObject({
      id: Id,
      plan_id: Id,
      terms_id: v.nullable(Id),
      status: SubscriptionStatus,
      is_trial: v.boolean(),
      source: v.string(),
      source_id: v.nullable(v.string()),
      current_period_start: Timestamp,
      current_period_end: Timestamp,
      cancel_at_period_end: v.boolean(),
      /** The terms of the next period, if they are others. */
      scheduled_terms_id: v.nullable(Id),
      scheduled_at: v.nullable(Timestamp),
      grace_until: v.nullable(Timestamp),
      extended_until: v.nullable(Timestamp),
      tax_behavior: v.nullable(TaxBehavior),
      code_id: v.nullable(Id),
      discount_until: v.nullable(Timestamp),
      ...changed,
    }),
  ),
  checkouts: v.array(
    v.strictObject({
      id: v.string(),
      plan_id: Id,
      terms_id: v.nullable(Id),
      subscription_id: v.nullable(Id),
      /** The promotion code that it was begun with. */
      code_id: v.nullable(Id),
      status: v.picklist(['open', 'complete', 'failed']),
      source: v.nullable(v.string()),
      source_id: v.nullable(v.string()),
      ...made,
    }),
  ),
  /** The terms that `terms_id` refers to: the plan as it was at the purchase. */
  terms: v.array(
    v.strictObject({
      id: Id,
      plan_id: Id,
      name: v.string(),
      title: v.string(),
      price: Price,
      currency: Currency,
      interval: Interval,
      tokens_limit: Count,
      searches_limit: Count,
    }),
  ),
  /** The promotion codes that `code_id` refers to; amounts are in minor units of the currency. */
  promotion_codes: v.array(
    v.strictObject({
      id: Id,
      code: v.string(),
      kind: v.picklist(codeKinds),
      percent_off: v.nullable(v.number()),
      amount_off: v.nullable(v.number()),
      currency: v.nullable(Currency),
      duration: CodeDuration,
      duration_months: v.nullable(v.number()),
    }),
  ),
  payment_customers: v.array(
    v.strictObject({
      source: v.string(),
      customer_id: v.string(),
      synced_at: v.nullable(Timestamp),
      /** Since when the processor does not know the customer. */
      gone_at: v.nullable(Timestamp),
      ...made,
    }),
  ),
  ...exportedBilling,
  sandbox_checkouts: v.array(
    v.strictObject({
      id: v.string(),
      status: v.picklist(['open', 'complete', 'declined', 'expired']),
      price: v.string(),
      starts_at: v.nullable(Timestamp),
      discount: v.nullable(v.string()),
      expires_at: Timestamp,
      ...made,
    }),
  ),
  sandbox_subscriptions: v.array(
    v.strictObject({
      id: v.string(),
      status: SubscriptionStatus,
      price: v.string(),
      next_price: v.nullable(v.string()),
      discount: v.nullable(v.string()),
      discount_until: v.nullable(Timestamp),
      next_terms: v.nullable(v.string()),
      metadata: v.string(),
      periods: Count,
      current_period_start: Timestamp,
      current_period_end: Timestamp,
      cancel_at_period_end: v.boolean(),
      card_works: v.boolean(),
      failures: Count,
      due_at: v.nullable(Timestamp),
      ...made,
    }),
  ),
  /** The plans that `plan_id` refers to. */
  plans: v.array(
    v.strictObject({
      id: Id,
      name: v.string(),
      title: v.string(),
      price: Price,
      currency: Currency,
      interval: Interval,
    }),
  ),
  ...exportedFiles,
  ...exportedChats,
  /** Null: the user has never changed the profile. */
  chat_profile: v.nullable(
    v.strictObject({
      preferred_name: v.string(),
      about: v.string(),
      tone: v.string(),
      memory_enabled: v.boolean(),
      voice: v.nullable(v.string()),
      show_scores: v.boolean(),
      show_reasoning: v.boolean(),
      enter_sends: v.boolean(),
      autoplay: v.boolean(),
      unsaved_chats_days: v.nullable(Count),
      model: v.nullable(v.string()),
      updated_at: Timestamp,
    }),
  ),
  /** Ratings of answers and reports about them; `state` is about a report, which has a reason. */
  feedback: v.array(
    v.strictObject({
      message_id: Uuid,
      rating: v.nullable(Rating),
      reason: v.nullable(ReportReason),
      comment: v.string(),
      include_exchange: v.boolean(),
      state: ReportState,
      reported_at: v.nullable(Timestamp),
      replied_at: v.nullable(Timestamp),
      updated_at: Timestamp,
    }),
  ),
  /** The remembered facts. */
  memories: v.array(v.strictObject({ id: Uuid, text: v.string(), ...changed })),
  /** The usage of all answers, deleted ones included. */
  usage: v.array(
    v.strictObject({ message_id: Uuid, at: Timestamp, tokens: Count, searches: Count, model: v.nullable(v.string()) }),
  ),
  /** Registrations as a volunteer validator, who rates answers. */
  validator: v.array(
    v.strictObject({
      name: v.string(),
      email: v.string(),
      ...made,
      state: ValidatorState,
      accepted_at: v.nullable(Timestamp),
    }),
  ),
  ...exportedRatings,
  /** Tombstones: the ids of deleted objects, for devices that were offline. */
  deleted: v.array(v.strictObject({ kind: v.picklist(['chat', 'folder', 'tag']), id: Uuid, deleted_at: Timestamp })),
  /** Mails of the newsletter. */
  newsletter_mails: v.array(
    v.strictObject({
      issue_id: Id,
      language: Language,
      status: DeliveryStatus,
      message_id: v.string(),
      attempts: Count,
      /** What the mail server said when it did not take the mail. */
      reply: v.nullable(v.string()),
      sent_at: v.nullable(Timestamp),
      unsubscribed_at: v.nullable(Timestamp),
      counts_clicks: v.boolean(),
    }),
  ),
  sessions: v.array(
    v.strictObject({
      id: Uuid,
      device: v.string(),
      ...made,
      last_used_at: Timestamp,
      expires_at: Timestamp,
      revoked_at: v.nullable(Timestamp),
      /** When the user last proved who they are on this device. */
      confirmed_at: v.nullable(Timestamp),
    }),
  ),
  /** One entry for each network from which the user has signed in lately; the addresses themselves are not stored. */
  known_addresses: v.array(v.strictObject({ seen_at: Timestamp })),
  push_subscriptions: v.array(
    v.strictObject({
      session_id: Uuid,
      /** The origin of the push service; with the whole endpoint, anyone could send messages to it. */
      endpoint: v.string(),
      language: Language,
      ...changed,
    }),
  ),
  one_time_tokens: v.array(
    v.strictObject({
      purpose: v.string(),
      audience: v.nullable(v.string()),
      session_id: v.nullable(v.string()),
      ...made,
      expires_at: Timestamp,
      used_at: v.nullable(Timestamp),
    }),
  ),
  ...exportedSecurity,
  /** Actions of admins and providers on this account, and of this user in such a role. */
  audit: v.array(
    v.strictObject({
      at: Timestamp,
      actor_id: v.nullable(v.picklist(['you', 'somebody else'])),
      actor_kind: v.string(),
      action: v.string(),
      subject_kind: v.nullable(v.string()),
      details: v.record(v.string(), v.unknown()),
    }),
  ),
})
export type AccountExport = v.InferOutput<typeof AccountExport>
