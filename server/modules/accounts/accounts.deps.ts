import type { Dependencies } from '../../dependencies.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { RefreshTokens } from './sessions/refresh-token.ts'

/** What the operations on accounts need. */
export interface AccountDeps extends Pick<Dependencies, 'config' | 'db' | 'engine' | 'log' | 'mails' | 'now'> {
  limiter: RateLimiter
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
}
