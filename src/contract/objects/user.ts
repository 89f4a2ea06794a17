import * as v from 'valibot'
import { Email, Id, Language, Timestamp, Username, Uuid } from '../primitives.ts'
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
  is_admin: v.boolean(),
  email_verified: v.boolean(),
  created_at: Timestamp,
  subscriptions: v.array(Subscription),
  profile: v.object({
    is_provider: v.boolean(),
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

/** A device that is signed in. */
export const Session = v.object({
  id: Uuid,
  device: v.string(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: v.boolean(),
})
export type Session = v.InferOutput<typeof Session>

const optionalName = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80)), '')

/** What an admin writes about a person (specification, section 5, "Create user form"). */
export const UserInput = v.object({
  email: Email,
  username: v.optional(Username, ''),
  first_name: optionalName,
  last_name: optionalName,
  is_vip: v.optional(v.boolean(), false),
  is_provider: v.optional(v.boolean(), false),
  is_ad_subscriber: v.optional(v.boolean(), false),
  receive_newsletters: v.optional(v.boolean(), false),
})

export const AuditEntry = v.object({
  id: Id,
  /** Null for whoever runs programs on the server's machine, and for a person who is gone. */
  actor: v.nullable(Id),
  actor_kind: v.picklist(['admin', 'provider', 'operator']),
  action: v.string(),
  /** The id of what `subject_kind` names. */
  subject: v.nullable(v.string()),
  subject_kind: v.nullable(v.string()),
  detail: v.record(v.string(), v.unknown()),
  created_at: Timestamp,
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>
