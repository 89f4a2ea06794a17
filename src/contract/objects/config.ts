import * as v from 'valibot'

/** What the app must know of the server before anyone signs in. */
export const PublicConfig = v.object({
  app_name: v.string(),
  google_client_id: v.nullable(v.string()),
  assistant: v.object({ name: v.string(), kind: v.picklist(['model', 'practice']) }),
  payments: v.picklist(['stripe', 'sandbox']),
  web_search: v.boolean(),
  /** Whether answers are scored here. */
  scoring: v.optional(v.boolean(), false),
  /** Whether mails leave the server; without a mail server they are files in its data folder. */
  mail: v.optional(v.boolean(), false),
  /** Whether browsers report errors to this server. */
  error_reports: v.optional(v.boolean(), false),
  vapid_public_key: v.nullable(v.string()),
})
export type PublicConfig = v.InferOutput<typeof PublicConfig>
