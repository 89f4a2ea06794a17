import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CredentialRefused, createGoogleIdentity, IdentityUnreachable } from '#server/providers/identity/google.ts'
import { CLIENT_ID, type Credential, googleClaims, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { coded, type Reply } from '#support/servers/stub-server.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())
afterEach(() => {
  issuer.server.intercept = undefined
})

const now = () => Math.floor(Date.now() / 1000)
const fresh = (cooldownMs?: number) =>
  createGoogleIdentity({
    clientId: CLIENT_ID,
    jwksUrl: issuer.url,
    now: Date.now,
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
  })
const google = fresh(0)
const verify = ({ credential, nonce }: Credential, by = google) => by.verify(credential, nonce)

describe('a Google credential', () => {
  it('identifies the user', async () => {
    const exp = now() + 3000
    const user = { sub: '42', email: 'Grace@Example.org', name: 'Grace B. Hopper', given_name: 'Grace', exp }
    expect(await verify(await issuer.credential(user))).toEqual({
      sub: '42',
      email: 'grace@example.org',
      emailVerified: true,
      name: 'Grace B. Hopper',
      givenName: 'Grace',
      familyName: 'Hopper',
      takenUntil: (exp + 60) * 1000,
    })
  })

  it.each(['accounts.google.com', 'https://accounts.google.com'])('may name its issuer as %s', async (iss) => {
    expect((await verify(await issuer.credential({ iss, sub: 'x' }))).sub).toBe('x')
  })

  it('may have no nonce when none is given', async () => {
    const { credential } = await issuer.credential({ sub: 'x', nonce: undefined })
    expect((await google.verify(credential, undefined)).sub).toBe('x')
  })

  it('is refused without its nonce', async () => {
    const { credential } = await issuer.credential()
    await expect(google.verify(credential, undefined)).rejects.toThrow(CredentialRefused)
  })

  it('may come from a clock that is half a minute off', async () => {
    await verify(await issuer.credential({ iat: now() + 30, nbf: now() + 30 }))
    await verify(await issuer.credential({ iat: now() - 3500, exp: now() - 30 }))
  })

  it.each<[string, () => Promise<Credential>]>([
    [
      'is signed by another key under the right name',
      async () => {
        const { kid, ...old } = await issuer.rotate()
        const published = JSON.parse(await (await fetch(issuer.url)).text()) as { keys: { kid: string }[] }
        return issuer.credential({}, { key: { ...old, kid }, kid: published.keys[0]?.kid ?? '' })
      },
    ],
    [
      'was changed after it was signed',
      async () => {
        const { credential, nonce } = await issuer.credential()
        const [head, , signature] = credential.split('.')
        const body = Buffer.from(JSON.stringify(googleClaims({ nonce }))).toString('base64url')
        return { credential: [head, body, signature].join('.'), nonce }
      },
    ],
    [
      'has no signature',
      async () => {
        const claims = googleClaims()
        return { credential: new UnsecuredJWT(claims).encode(), nonce: String(claims.nonce) }
      },
    ],
    [
      'is signed with the public key as a secret',
      async () => {
        const claims = googleClaims()
        const secret = new TextEncoder().encode(await issuer.publicKey())
        const credential = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
        return { credential, nonce: String(claims.nonce) }
      },
    ],
    ['names a key that is not there', () => issuer.credential({}, { kid: 'unknown' })],
    ['is for another app', () => issuer.credential({ aud: 'another.apps.example.org' })],
    ['is for several apps', () => issuer.credential({ aud: [CLIENT_ID, 'another.apps.example.org'] })],
    ['has an empty audience', () => issuer.credential({ aud: undefined })],
    ['is of another issuer', () => issuer.credential({ iss: 'https://accounts.example.org' })],
    ['is of an issuer in clear', () => issuer.credential({ iss: 'http://accounts.google.com' })],
    ['has expired', () => issuer.credential({ iat: now() - 3000, exp: now() - 90 })],
    ['is too old, whenever it ends', () => issuer.credential({ iat: now() - 4000, exp: now() + 1e9 })],
    ['has no end', () => issuer.credential({ exp: undefined })],
    ['begins tomorrow', () => issuer.credential({ nbf: now() + 86_400 })],
    ['was made tomorrow', () => issuer.credential({ iat: now() + 86_400, exp: now() + 90_000 })],
    ['does not say when it was made', () => issuer.credential({ iat: undefined })],
    ['has another nonce', async () => ({ ...(await issuer.credential()), nonce: 'another' })],
    ['has no nonce', async () => ({ ...(await issuer.credential({ nonce: undefined })), nonce: 'undefined' })],
    ['has an empty nonce', async () => ({ ...(await issuer.credential({ nonce: '' })), nonce: '' })],
    ['has no user id', () => issuer.credential({ sub: '' })],
    ['is none', async () => ({ credential: 'a.b.c', nonce: 'n' })],
    ['is text', async () => ({ credential: 'hello', nonce: 'n' })],
  ])('is rejected when it %s', async (_name, make) => {
    await expect(verify(await make())).rejects.toBeInstanceOf(CredentialRefused)
  })

  it('is accepted when its signing key is new, and rejected when the key was withdrawn', async () => {
    const before = await issuer.credential()
    await verify(before)
    const old = await issuer.rotate()
    await verify(await issuer.credential())
    await expect(verify(await issuer.credential({}, { key: old }), fresh())).rejects.toBeInstanceOf(CredentialRefused)
  })

  it('does not cause repeated requests for the signing keys', async () => {
    const patient = fresh()
    await verify(await issuer.credential(), patient)
    const asked = issuer.server.arrived.length
    for (let i = 0; i < 5; i++) {
      await expect(verify(await issuer.credential({}, { kid: `k${i}` }), patient)).rejects.toThrow()
      await verify(await issuer.credential(), patient)
    }
    expect(issuer.server.arrived).toHaveLength(asked)
  })

  it.each<[string, Reply]>([
    ['answer with an error', coded(500, 'internal_error')],
    ['break off', 'cut'],
    ['are no JSON', { status: 200, text: '<html>' }],
    ['are no keys', { status: 200, json: { keys: 'none' } }],
    ['are elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/certs' } }],
  ])('cannot be verified while the signing keys %s', async (_name, reply) => {
    issuer.server.intercept = () => reply
    await expect(verify(await issuer.credential(), fresh())).rejects.toBeInstanceOf(IdentityUnreachable)
  })
})
