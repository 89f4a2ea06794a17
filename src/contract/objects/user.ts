import * as v from 'valibot'
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import {
  Email,
  Id,
  Language,
  passwordNotProduct,
  passwordVaried,
  says,
  Timestamp,
  Username,
  Uuid,
} from '../primitives.ts'
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
  /** Whether clicks on links of the newsletter are counted. Missing from an older server, and from an older build's copy. */
  counts_clicks: v.optional(v.boolean()),
  is_admin: v.boolean(),
  email_verified: v.boolean(),
  created_at: Timestamp,
  subscriptions: v.array(Subscription),
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

const anyName = v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(NAME_MAX, says('too_long')))
const optionalName = v.optional(anyName, '')

const flag = v.boolean(says('invalid'))

/** The fields of a user that an admin sets. */
const UserInput = v.object({
  email: Email,
  username: v.optional(Username, ''),
  first_name: optionalName,
  last_name: optionalName,
  is_vip: v.optional(flag, false),
  is_provider: v.optional(flag, false),
  is_ad_subscriber: v.optional(flag, false),
  receive_newsletters: v.optional(flag, false),
})

/** Without a password, or with an empty one, the user gets an email with a link to choose one. */
const OptionalPassword = v.optional(
  v.pipe(
    v.string(says('invalid')),
    v.check((text) => text === '' || text.length >= PASSWORD_MIN, says('password_min')),
    v.maxLength(PASSWORD_MAX, says('too_long')),
    passwordVaried,
    passwordNotProduct,
  ),
)

export const CreateUserInput = v.object({ ...UserInput.entries, password: OptionalPassword })
export type CreateUserInput = v.InferOutput<typeof CreateUserInput>

/** Missing fields are unchanged; an empty username or password counts as missing. */
export const ChangeUserInput = v.object({
  email: v.optional(Email),
  username: v.optional(Username),
  password: OptionalPassword,
  first_name: v.optional(anyName),
  last_name: v.optional(anyName),
  is_admin: v.optional(flag),
  is_vip: v.optional(flag),
  is_provider: v.optional(flag),
  is_ad_subscriber: v.optional(flag),
  receive_newsletters: v.optional(flag),
})
export type ChangeUserInput = v.InferOutput<typeof ChangeUserInput>

export const AuditEntry = v.object({
  id: Id,
  /** Null for the operator's command-line tools, and for a deleted user. */
  actor: v.nullable(Id),
  /** The actor's current name; null with `actor`. Never stored. */
  actor_name: v.nullable(v.string()),
  actor_kind: v.picklist(['admin', 'provider', 'operator']),
  action: v.string(),
  /** The id of the object that `subject_kind` names. */
  subject: v.nullable(v.string()),
  subject_kind: v.nullable(v.string()),
  /** The subject's current name: a user's name or email address, a plan's title; null if deleted. Never stored. */
  subject_name: v.nullable(v.string()),
  detail: v.record(v.string(), v.unknown()),
  created_at: Timestamp,
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>
