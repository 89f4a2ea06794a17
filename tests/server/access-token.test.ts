import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { deriveKey } from '#server/modules/accounts/secrets.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'

const secret = 'Zk4tQ9wLx2Rb7nVd0cYf5hGs8jMa1pUe'
const accessTokens = createAccessTokens({ secret, seconds: 60, now: Date.now })
const claims = { userId: 7, sessionId: 'a-session' }

/** Signed as the server signs its own; without an expiration time when `expires` is false. */
function signed({ expires }: { expires: boolean }): Promise<string> {
  const token = new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(claims.userId))
    .setIssuer('companion')
    .setAudience('companion_app')
    .setIssuedAt()
  return (expires ? token.setExpirationTime('1m') : token).sign(deriveKey(secret, 'access'))
}

it('an access token without an expiration time is refused, even with the right signature', async () => {
  expect(await accessTokens.verify(await signed({ expires: true }))).toEqual(claims)
  expect(await accessTokens.verify(await signed({ expires: false }))).toBeUndefined()
})
