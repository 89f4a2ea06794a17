import * as v from 'valibot'

const number = v.nullable(v.number())
/** `consent`: the newest version of the terms that users have to accept. `minimum_age`: in years. */
const LegalConfig = v.object({ terms: number, privacy: number, consent: number, minimum_age: number })

/** The server's configuration that the app needs before sign-in. */
export const PublicConfig = v.object({
  app_name: v.string(),
  google_client_id: v.nullable(v.string()),
  assistant: v.object({
    name: v.string(),
    kind: v.picklist(['model', 'practice']),
    /** Whether the model can see pictures; otherwise it is told only their names. */
    vision: v.optional(v.boolean(), false),
    /** Whether there are several models to choose from. */
    is_choice: v.optional(v.boolean()),
  }),
  payments: v.picklist(['stripe', 'sandbox']),
  /** Whether a free trial is on offer: an enabled plan that costs nothing. Older servers do not say so, and may have one. */
  trial: v.optional(v.boolean()),
  web_search: v.boolean(),
  /** What this server's speech service does: missing or false where it is not set up. */
  speech: v.optional(v.object({ transcribes: v.boolean(), speaks: v.boolean() })),
  /** Whether messages may have files. */
  files: v.optional(v.boolean(), false),
  /** Whether this server scores answers. */
  scoring: v.optional(v.boolean(), false),
  /** Whether emails are sent; without a mail server they are written to files in the data folder. */
  mail: v.optional(v.boolean(), false),
  /**
   * Whether addresses can subscribe to the newsletter, which this server then sends, and whether there are issues to
   * read.
   */
  newsletter: v.optional(v.object({ subscribe: v.boolean(), issues: v.boolean() })),
  /** Whether users can have passkeys here: browsers offer none at an IP address, or without TLS. */
  passkeys: v.optional(v.boolean()),
  /** Whether browsers report errors to this server. */
  error_reports: v.optional(v.boolean(), false),
  /** Whether whoever writes of harming themselves is shown lines to call; missing in older servers, which had none. */
  care_card: v.optional(v.boolean()),
  /** The published versions of the legal texts, null where the text is a draft, and what is asked of users. */
  legal: v.optional(LegalConfig),
  vapid_public_key: v.nullable(v.string()),
})
export type PublicConfig = v.InferOutput<typeof PublicConfig>
