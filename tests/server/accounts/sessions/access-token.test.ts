import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { deriveKey } from '#server/lib/derive-key.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'

const secret = 'Zk4tQ9wLx2Rb7nVd0cYf5hGs8jMa1pUe'
const accessTokens = createAccessTokens({ secret, seconds: 60, now: Date.now })
const claims = { userId: 7, sessionId: 'a-session' }

/** Signed with the server's own key and header, unless given otherwise. */
function signed(other: { typ?: string; iss?: string; aud?: string; sub?: string; sid?: unknown; exp?: null } = {}) {
  const { typ = 'at+jwt', iss = 'companion', aud = 'companion_app', sub = '7', sid = 'a-session', exp } = other
  const token = new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256', typ }).setSubject(sub)
  token.setIssuer(iss).setAudience(aud).setIssuedAt()
  return (exp === null ? token : token.setExpirationTime('1m')).sign(deriveKey(secret, 'access'))
}

describe('an access token', () => {
  it('is rejected without an expiration time, even with a valid signature', async () => {
    expect(await accessTokens.verify(await signed())).toEqual(claims)
    expect(await accessTokens.verify(await signed({ exp: null }))).toBeUndefined()
  })

  it.each([
    ['of another kind', { typ: 'JWT' }],
    ['of another issuer', { iss: 'somebody' }],
    ['for another product', { aud: 'another_app' }],
    ['whose user id is not a number', { sub: 'admin' }],
    ['whose user id is 0', { sub: '0' }],
    ['that names no session', { sid: 5 }],
  ])('%s is rejected, even with a valid signature', async (_, other) => {
    expect(await accessTokens.verify(await signed(other))).toBeUndefined()
  })

  it('is valid for its lifetime by the server’s clock, and no second longer', async () => {
    let now = Date.parse('2026-11-22T10:00:00.900Z')
    const tokens = createAccessTokens({ secret, seconds: 60, now: () => now })
    const token = await tokens.sign(claims)
    now = Date.parse('2026-11-22T10:00:59.999Z')
    expect(await tokens.verify(token)).toEqual(claims)
    now = Date.parse('2026-11-22T10:01:00.000Z')
    expect(await tokens.verify(token)).toBeUndefined()
  })

  it('is rejected with another signature or other claims, also when it was accepted before', async () => {
    const token = await accessTokens.sign(claims)
    const [header = '', , signature = ''] = token.split('.')
    const [, others = ''] = (await accessTokens.sign({ ...claims, userId: 8 })).split('.')
    expect(await accessTokens.verify(token)).toEqual(claims)
    expect(await accessTokens.verify(token)).toEqual(claims)
    expect(await accessTokens.verify(token.replace(signature, signature.split('').reverse().join('')))).toBeUndefined()
    expect(await accessTokens.verify([header, others, signature].join('.'))).toBeUndefined()
  })
})
