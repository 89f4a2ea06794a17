import * as v from 'valibot'

/** Every error code of the API with its HTTP status. */
export const errorStatus = {
  bad_request: 400,
  invalid_message_or_chat: 400,
  no_previous_user_message: 400,
  token_not_valid: 401,
  invalid_credentials: 401,
  /** The password was right, and the account has a second factor: `challenge` goes to the call that takes it. */
  second_factor_required: 401,
  passkey_refused: 401,
  payment_declined: 402,
  permission_denied: 403,
  /**
   * Nobody has proved who they are in this session for 10 minutes: confirm by one of `methods`, then repeat the call.
   */
  confirmation_required: 403,
  subscription_required: 403,
  /** An admin has suspended the account: it can read and delete, and change nothing, unless a call's `whileSuspended` says otherwise. */
  suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  id_conflict: 409,
  trial_used: 409,
  email_unconfirmed: 409,
  plan_unavailable: 409,
  /** A file that a message names is not complete, is gone or belongs to somebody else: upload it, then send again. */
  files_missing: 409,
  /** Whoever offered the exchange has withdrawn or deleted it: drop the rating. */
  withdrawn: 410,
  payload_too_large: 413,
  file_too_large: 413,
  /** This user's files take all the space that the server allows. */
  files_full: 413,
  /** A recording lasts longer than the server transcribes. */
  audio_too_long: 413,
  unsupported_media_type: 415,
  file_type_unsupported: 415,
  audio_unreadable: 422,
  file_broken: 422,
  file_encrypted: 422,
  /** The content that arrived has another hash than was announced. */
  file_changed: 422,
  rate_limited: 429,
  limit_reached: 429,
  internal_error: 500,
  not_implemented: 501,
  not_scored: 503,
  /** The speech server does not answer, or not as expected. */
  speech_unavailable: 503,
  overloaded: 503,
  disk_full: 503,
  payment_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The keys of all messages: one for each code, and more specific ones for single cases of a code. */
export type ErrorWording =
  | ErrorCode
  | 'chat_not_found'
  | 'message_deleted'
  | 'answer_not_broken_off'
  | 'last_admin'
  | 'own_suspension'
  | 'second_factor_missing'
  | 'second_factor_exists'
  | 'second_factor_needed'
  | 'passkeys_off'
  | 'passkey_exists'
  | 'passkey_unknown'
  | 'passkey_expired'
  | 'passkeys_max'
  | 'last_model'
  | 'judge_run_running'
  | 'plan_archived'
  | 'pays_already'
  | 'google_off'
  | 'google_refused'
  | 'google_address_unconfirmed'
  | 'google_address_taken'
  | 'google_unreachable'
  | 'email_change_taken'
  | 'email_undo_taken'
  | 'scoring_off'
  | 'already_subscribed'
  | 'nothing_to_cancel'
  | 'checkout_ended'
  | 'nothing_to_resume'
  | 'keep_plan_first'
  | 'plan_not_changeable'
  | 'payment_due_first'
  | 'plan_is_same'
  | 'other_currency'
  | 'change_scheduled'
  | 'change_under_way'
  | 'change_unknown'
  | 'amount_changed'
  | 'not_paid'
  | 'refund_under_way'
  | 'refund_refused'
  | 'refund_noted'
  | 'nothing_to_extend'
  | 'change_scheduled_by_user'
  | 'no_running_grant'
  | 'no_customer'
  | 'billing_address_needed'
  | 'nothing_to_share'
  | 'answers_under_way'
  | 'replied_meanwhile'
  | 'mail_off'
  | 'issue_changed'
  | 'legal_text_changed'
  | 'issue_not_changeable'
  | 'postal_address_missing'
  | 'no_recipients'
  | 'picture_too_large'

/** The error codes with which a streamed answer can end instead of `done`. */
export const generationFailures = [
  'assistant_unreachable',
  'assistant_busy',
  'assistant_refused',
  'assistant_empty',
  'assistant_broken',
  /** The answer was queued and never started, because the plan's limit was reached before its turn. */
  'limit_reached',
] as const
export type GenerationFailure = (typeof generationFailures)[number]

/** Errors that any call may return, whatever its own list contains. */
export const commonErrors = [
  'bad_request',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'overloaded',
  'disk_full',
] as const satisfies readonly ErrorCode[]

/** `{message, code}`: every error that is not about a field. Unknown codes are accepted, for newer servers. */
export const CodedError = v.object({
  message: v.string(),
  code: v.string(),
  resets_at: v.optional(v.string()),
  /** With `second_factor_required`: what the second step of signing in is given, valid for 5 minutes. */
  challenge: v.optional(v.string()),
  /** How the user can prove who they are; unknown ones are from a newer server. */
  methods: v.optional(v.array(v.string())),
})
export type CodedError = v.InferOutput<typeof CodedError>

/** `{field: [message, …]}` and nothing else: a 400 about invalid input. */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>
