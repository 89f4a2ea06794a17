import * as v from 'valibot'
import { Id, Language, Timestamp, Uuid } from '../primitives.ts'
import { Subscription } from './plan.ts'

export const User = v.object({
  id: Id,
  email: v.string(),
  username: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  is_vip: v.boolean(),
  is_provider: v.boolean(),
  is_ad_subscriber: v.boolean(),
  receive_newsletters: v.boolean(),
  /**
   * Whether clicks on links of the newsletter are counted. Missing from an older server, and from an older build's
   * copy.
   */
  counts_clicks: v.optional(v.boolean()),
  is_admin: v.boolean(),
  email_verified: v.boolean(),
  created_at: Timestamp,
  subscriptions: v.array(Subscription),
  /**
   * While the user may not write or buy, why. Missing from an older server, and from an older build's copy of the user.
   */
  suspended: v.optional(v.nullable(v.object({ since: Timestamp, reason: v.string() }))),
  profile: v.object({
    is_provider: v.boolean(),
    /** May rate exchanges. Missing from an older server, and from an older build's copy of the user. */
    is_validator: v.optional(v.boolean()),
    photo_url: v.nullable(v.string()),
    language: Language,
  }),
})
export type User = v.InferOutput<typeof User>

export const Tokens = v.object({
  access: v.pipe(v.string(), v.nonEmpty()),
  refresh: v.pipe(v.string(), v.nonEmpty()),
})
export type Tokens = v.InferOutput<typeof Tokens>

export const Authenticated = v.object({ user: User, ...Tokens.entries })
export type Authenticated = v.InferOutput<typeof Authenticated>

/** A signed-in device. */
export const Session = v.object({
  id: Uuid,
  device: v.string(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>
