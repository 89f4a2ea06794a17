import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../../db/schema.ts'

/** How a column is told; or why it is not. `host` of an address, `who` for a person's id, `image` as a data URL. */
export type Tell = 'value' | 'flag' | 'json' | 'host' | 'who' | 'image' | { leftOut: string }

export interface Told<Columns extends string = string> {
  /** Its name in the file. */
  as: string
  /** At most one row: an object, or null. */
  single?: true
  /** The rows stand in those of the chats. */
  insideChats?: true
  own: (userId: number) => RawBuilder<SqlBool>
  /** Orders the person's rows, each in a place of its own. */
  key: readonly Columns[]
  columns: Readonly<Record<Columns, Tell>>
}

type Rule<Columns extends string> = Told<Columns> | { leftOut: string }

const ofUser = (userId: number) => sql<SqlBool>`user_id = ${userId}`
const namedAbove = { leftOut: 'the person is named once, at the top' }
const checkSum = { leftOut: 'a check sum of the request, to tell a repeat' }
const secret = { leftOut: 'a secret, or made of one' }
const ofTokens = { leftOut: 'how tokens are counted' }
const ofThePlan = { leftOut: 'about the plan, not the person' }

const label = (as: string): Told<keyof Database['folders']> => ({
  as,
  own: ofUser,
  key: ['id'],
  columns: {
    user_id: namedAbove,
    id: 'value',
    name: 'value',
    color: 'value',
    request_hash: checkSum,
    created_at: 'value',
    updated_at: 'value',
  },
})

/** Every table and column there is; the compiler asks for the next one. In the order of the file. */
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
      password_hash: secret,
      google_sub: 'value',
      is_admin: 'flag',
      is_provider: 'flag',
      is_vip: 'flag',
      is_ad_subscriber: 'flag',
      receive_newsletters: 'flag',
      email_verified: 'flag',
      photo_url: 'value',
      language: 'value',
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
  subscriptions: {
    as: 'subscriptions',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      plan_id: 'value',
      status: 'value',
      is_trial: 'flag',
      source: 'value',
      source_id: 'value',
      current_period_start: 'value',
      current_period_end: 'value',
      cancel_at_period_end: 'flag',
      created_at: 'value',
      updated_at: 'value',
    },
  },
  checkouts: {
    as: 'checkouts',
    own: ofUser,
    key: ['id'],
    columns: { id: 'value', user_id: namedAbove, plan_id: 'value', subscription_id: 'value', created_at: 'value' },
  },
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
      created_at: ofThePlan,
      updated_at: ofThePlan,
    },
  },
  folders: label('folders'),
  tags: label('tags'),
  chats: {
    as: 'chats',
    own: ofUser,
    key: ['id'],
    columns: {
      user_id: namedAbove,
      id: 'value',
      title: 'value',
      is_titled: 'flag',
      folder_id: 'value',
      is_saved: 'flag',
      expires_at: 'value',
      preview: 'value',
      last_seq: { leftOut: 'the number of the last message' },
      request_hash: checkSum,
      created_at: 'value',
      updated_at: 'value',
      last_message_at: 'value',
    },
  },
  chat_tags: {
    as: 'tags',
    insideChats: true,
    own: ofUser,
    key: ['chat_id', 'tag_id'],
    columns: { user_id: namedAbove, chat_id: { leftOut: 'it stands in its chat' }, tag_id: 'value' },
  },
  messages: {
    as: 'messages',
    insideChats: true,
    own: ofUser,
    key: ['chat_id', 'seq'],
    columns: {
      user_id: namedAbove,
      id: 'value',
      chat_id: { leftOut: 'it stands in its chat' },
      role: 'value',
      content: 'value',
      status: 'value',
      failure: 'value',
      reasoning: 'value',
      seq: 'value',
      reply_to: 'value',
      version: 'value',
      request_mode: 'value',
      response_mode: 'value',
      request_hash: checkSum,
      prompt_tokens: 'value',
      completion_tokens: 'value',
      created_at: 'value',
      updated_at: 'value',
    },
  },
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
      // Whoever has the whole address and the keys can send to the device.
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
  generations: { leftOut: 'the jobs that write answers, gone a day later: what they write is in the messages' },
  generation_chunks: { leftOut: 'pieces of answers, gone a day later: the whole answers are in the messages' },
  rate_limits: { leftOut: 'counters under keyed hashes, which name nobody; none counts for longer than a day' },
}
