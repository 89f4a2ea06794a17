import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { chatRules } from './chat-rules.ts'
import { fileRules } from './file-rules.ts'
import { newsletterRules } from './newsletter-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { profileRules } from './profile-rules.ts'
import { ratingRules } from './rating-rules.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Rule<Columns extends string> = ExportedTable<Columns> | { leftOut: string }

const secret = { leftOut: 'a secret, or made of one' }
const ofTokens = { leftOut: 'how tokens are counted' }
const ofThePlan = { leftOut: 'about the plan, not the person' }

/** The rules of every table and column, in the order of the file; the compiler rejects a missing one. */
export const exportRules: { [T in keyof Database]: Rule<keyof Database[T] & string> } = {
  users: {
    as: 'user',
    single: true,
    own: (userId) => sql<SqlBool>`id = ${userId}`,
    key: ['id'],
    columns: {
      id: 'value',
      email: 'value',
      username: 'value',
      username_key: { leftOut: 'the username again, for comparing' },
      first_name: 'value',
      last_name: 'value',
      name_key: { leftOut: 'the name again, for sorting' },
      password_hash: secret,
      google_sub: 'value',
      is_admin: 'flag',
      is_provider: 'flag',
      is_vip: 'flag',
      is_ad_subscriber: 'flag',
      receive_newsletters: 'flag',
      clicks_agreed_at: 'value',
      email_verified: 'flag',
      photo_url: 'value',
      language: 'value',
      suspended_at: 'value',
      suspended_reason: 'value',
      created_at: 'value',
      updated_at: 'value',
    },
  },
  photos: {
    as: 'photo',
    single: true,
    own: ofUser,
    key: ['name'],
    columns: {
      user_id: namedAbove,
      name: { leftOut: 'part of photo_url' },
      content: 'image',
      created_at: 'value',
    },
  },
  ...paymentRules,
  plans: {
    as: 'plans',
    own: (userId) => sql<SqlBool>`(id in (select plan_id from subscriptions where user_id = ${userId})
      or id in (select plan_id from checkouts where user_id = ${userId}))`,
    key: ['id'],
    columns: {
      id: 'value',
      name: 'value',
      title: 'value',
      description: ofThePlan,
      price: 'value',
      currency: 'value',
      interval: 'value',
      features: ofThePlan,
      is_enabled: ofThePlan,
      is_archived: ofThePlan,
      product: ofThePlan,
      tokens_limit: ofThePlan,
      searches_limit: ofThePlan,
      version: ofThePlan,
      created_at: ofThePlan,
      updated_at: ofThePlan,
    },
  },
  ...chatRules,
  ...profileRules,
  ...ratingRules,
  deletions: {
    as: 'deleted',
    own: ofUser,
    key: ['kind', 'id'],
    columns: { user_id: namedAbove, kind: 'value', id: 'value', deleted_at: 'value' },
  },
  sessions: {
    as: 'sessions',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      device: 'value',
      generation: ofTokens,
      rotated_at: ofTokens,
      previous_rotated_at: ofTokens,
      created_at: 'value',
      last_used_at: 'value',
      expires_at: 'value',
      revoked_at: 'value',
      confirmed_at: 'value',
    },
  },
  known_addresses: {
    as: 'known_addresses',
    own: ofUser,
    key: ['address_hash'],
    columns: { user_id: namedAbove, address_hash: secret, seen_at: 'value' },
  },
  push_subscriptions: {
    as: 'push_subscriptions',
    own: ofUser,
    key: ['endpoint_hash'],
    columns: {
      endpoint_hash: secret,
      user_id: namedAbove,
      session_id: 'value',
      // The full address and the keys would allow sending to the device.
      endpoint: 'host',
      p256dh: secret,
      auth: secret,
      language: 'value',
      created_at: 'value',
      updated_at: 'value',
    },
  },
  one_time_tokens: {
    as: 'one_time_tokens',
    own: ofUser,
    key: ['token_hash'],
    columns: {
      token_hash: secret,
      user_id: namedAbove,
      session_id: 'value',
      purpose: 'value',
      audience: 'value',
      created_at: 'value',
      expires_at: 'value',
      used_at: 'value',
    },
  },
  totp_secrets: {
    as: 'authenticator_app',
    single: true,
    own: ofUser,
    key: ['user_id'],
    columns: {
      user_id: namedAbove,
      sealed: secret,
      created_at: 'value',
      confirmed_at: 'value',
      last_step: { leftOut: 'how codes are counted' },
    },
  },
  recovery_codes: {
    as: 'recovery_codes',
    own: ofUser,
    key: ['code_hash'],
    columns: { user_id: namedAbove, code_hash: secret, created_at: 'value', used_at: 'value' },
  },
  consents: {
    as: 'consents',
    own: ofUser,
    key: ['statement', 'version'],
    columns: { user_id: namedAbove, statement: 'value', version: 'value', given_at: 'value' },
  },
  audit: {
    as: 'audit',
    own: (userId) => sql<SqlBool>`(actor_id = ${userId} or (subject_kind = 'user' and subject_id = ${userId}))`,
    key: ['id'],
    columns: {
      id: { leftOut: 'tells how many lines there are of others' },
      at: 'value',
      actor_id: 'who',
      actor_kind: 'value',
      action: 'value',
      subject_kind: 'value',
      subject_id: { leftOut: 'may name somebody else' },
      details: 'json',
    },
  },
  ...fileRules,
  ...newsletterRules,
  audit_chain: { leftOut: 'hashes over the lines of the audit, which show that none was changed' },
  generations: { leftOut: 'the jobs that write answers, gone a day later: what they write is in the messages' },
  generation_chunks: { leftOut: 'pieces of answers, gone a day later: the whole answers are in the messages' },
  search_entries: { leftOut: 'the words of titles and messages again, for finding them: the texts are in the chats' },
  user_words: { leftOut: 'the words of name, username and e-mail again, for finding the person' },
  client_errors: { leftOut: 'counts of errors in browsers, which name nobody' },
  disabled_models: { leftOut: 'about the models of this server, not the person' },
  daily_figures: { leftOut: 'counts of whole days, which name nobody' },
  legal_texts: { leftOut: 'texts of this server, the same for everybody' },
  rate_limits: { leftOut: 'counters under keyed hashes, which name nobody; none counts for longer than a day' },
}
