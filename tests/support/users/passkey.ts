import { confirmSession } from '#contract/endpoints/factors.ts'
import * as calls from '#contract/endpoints/passkeys.ts'
import type { NewPasskey, PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import type { Reply } from '../api/test-client.ts'
import { Authenticator } from '../fakes/authenticator.ts'
import type { TestServer } from '../servers/test-server.ts'

/** PUBLIC_URL of servers with passkeys: browsers offer none at an IP address. */
export const PASSKEY_ORIGIN = 'http://localhost:4100'

export interface TestPasskey {
  id: string
  authenticator: Authenticator
  /** Empty unless it is the first second factor of its account. */
  recoveryCodes: string[]
  signIn(): Promise<Reply>
  /** For a session of its user. */
  confirm(token: string): Promise<Reply>
}

/** Adds a passkey for a user whose session was confirmed in the last ten minutes; the server has PASSKEY_ORIGIN. */
export async function addPasskey(
  server: TestServer,
  token: string,
  authenticator = new Authenticator(PASSKEY_ORIGIN),
): Promise<TestPasskey> {
  const made = authenticator.create(await server.call(calls.beginPasskey, { token }))
  const { passkey, recovery_codes } = await server.call(calls.addPasskey, { token, body: { passkey: made } })
  return {
    id: passkey.id,
    authenticator,
    recoveryCodes: recovery_codes,
    signIn: async () => {
      const request = await server.call(calls.requestSignInPasskey, { body: {} })
      return server.reply(calls.signInWithPasskey, { body: { passkey: authenticator.get(request) } })
    },
    confirm: async (token) => {
      const request = await server.call(calls.requestPasskey, { token })
      return server.reply(confirmSession, { token, body: { passkey: authenticator.get(request) } })
    },
  }
}

const clientDataJSON = Buffer.from(JSON.stringify({ challenge: 'AAAA' })).toString('base64url')

/** In the form of the contract, and from no authenticator. */
export const sampleAnswer: PasskeyAnswer = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
}
export const samplePasskey: NewPasskey = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON, attestationObject: 'AAAA', transports: [] },
}
