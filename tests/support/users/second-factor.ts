import { Secret, TOTP } from 'otpauth'
import { beginTotp, confirmTotp } from '#contract/endpoints/factors.ts'
import type { TestServer } from '../servers/test-server.ts'

export interface TestFactor {
  recoveryCodes: string[]
  /** A code that the server has not accepted yet; sets the server's clock to the next step. */
  nextCode(): string
}

const STEP_MS = 30_000

/** Sets up an authenticator app for a user whose session was confirmed in the last ten minutes. */
export async function addSecondFactor(server: TestServer, token: string): Promise<TestFactor> {
  const { secret } = await server.call(beginTotp, { token })
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const nextCode = () => {
    server.advance(STEP_MS)
    return app.generate({ timestamp: server.dependencies.now() })
  }
  const { recovery_codes } = await server.call(confirmTotp, { token, body: { one_time_code: nextCode() } })
  return { recoveryCodes: recovery_codes, nextCode }
}
