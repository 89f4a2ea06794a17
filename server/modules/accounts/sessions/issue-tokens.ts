import type { Tokens } from '#contract/objects/user.ts'
import type { AccessTokens } from './access-token.ts'
import type { RefreshTokens } from './refresh-token.ts'

/** The access and refresh token of a session at a generation. */
export async function issueTokens(
  { accessTokens, refreshTokens }: { accessTokens: AccessTokens; refreshTokens: RefreshTokens },
  { userId, sessionId, generation }: { userId: number; sessionId: string; generation: number },
): Promise<Tokens> {
  return {
    access: await accessTokens.sign({ userId, sessionId }),
    refresh: refreshTokens.derive({ sessionId, generation }),
  }
}
