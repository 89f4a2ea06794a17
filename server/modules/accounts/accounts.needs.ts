import type { Dependencies } from '../../dependencies.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import type { AccessTokens } from './access-token.ts'
import type { RefreshTokens } from './refresh-token.ts'

/** What the operations on accounts need. */
export interface AccountNeeds extends Pick<Dependencies, 'config' | 'db' | 'log' | 'now'> {
  limiter: RateLimiter
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
}
