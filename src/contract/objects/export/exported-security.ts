import * as v from 'valibot'
import { Timestamp, Uuid } from '../../primitives.ts'

const made = { created_at: Timestamp }

/** How the user signs in, the changes of their address, and what they agreed to. */
export const exportedSecurity = {
  /** Without its secret. */
  authenticator_app: v.nullable(v.strictObject({ ...made, confirmed_at: v.nullable(Timestamp) })),
  /** Changes of the address that wait for their link or can be undone. */
  email_changes: v.array(
    v.strictObject({
      new_email: v.string(),
      ...made,
      expires_at: Timestamp,
      confirmed_at: v.nullable(Timestamp),
      old_email: v.nullable(v.string()),
      old_google_sub: v.nullable(v.string()),
      undone_at: v.nullable(Timestamp),
    }),
  ),
  /** Without the codes. */
  recovery_codes: v.array(v.strictObject({ ...made, used_at: v.nullable(Timestamp) })),
  /** Terms that the user accepted, and the age that they stated, in years as its version. */
  consents: v.array(v.strictObject({ statement: v.string(), version: v.number(), given_at: Timestamp })),
  passkeys: v.array(
    v.strictObject({
      id: Uuid,
      transports: v.string(),
      name: v.string(),
      ...made,
      last_used_at: v.nullable(Timestamp),
    }),
  ),
}
