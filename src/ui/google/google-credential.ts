import * as v from 'valibot'
import { toHex } from '#lib/to-hex.ts'

const Answer = v.object({ credential: v.pipe(v.string(), v.nonEmpty()) })

/** Google's window was closed, or returned no credential. */
class MissingCredentialError extends Error {
  override readonly name = 'MissingCredentialError'
  readonly code = 'invalid_credentials'
}

/** Parses the credential from the response of Google's script. Throws MissingCredentialError. */
export function readCredential(answer: unknown, message: string): string {
  const read = v.safeParse(Answer, answer)
  if (!read.success) throw new MissingCredentialError(message)
  return read.output.credential
}

/** Returns 128 random bits, sent to Google and to our server, which refuses a credential made for another page. */
export function makeNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}
