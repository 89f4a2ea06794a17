import type { Dependencies } from '../../dependencies.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import type { RefreshTokens } from './sessions/refresh-token.ts'

export interface AccountDeps
  extends Pick<Dependencies, 'config' | 'db' | 'engine' | 'files' | 'log' | 'mails' | 'now'> {
  limiter: RateLimiter
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
}
