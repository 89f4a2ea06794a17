import { randomUUID } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { type StubServer, startStubServer } from '../servers/stub-server.ts'

export const CLIENT_ID = 'companion-client.apps.example.org'

export type Claims = Record<string, unknown>

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

interface Key extends Keys {
  kid: string
}

export interface Credential {
  credential: string
  nonce: string
}

interface Signing {
  /** A key to sign with instead of the current one: one that the issuer never published, or no longer publishes. */
  key?: Key
  /** The key id to state instead of the key's own. */
  kid?: string
}

export interface IdentityIssuer {
  /** The value for GOOGLE_JWKS_URL. */
  url: string
  /** The HTTP server; `server.intercept` replaces its responses. */
  server: StubServer
  /** A credential as Google's button returns it, with changed claims where given; undefined removes one. */
  credential(claims?: Claims, signing?: Signing): Promise<Credential>
  /** Publishes a new key instead of the current one; returns the old. */
  rotate(): Promise<Key>
  /** Creates a key that is not published. */
  makeKey(): Promise<Key>
  /** The current public key as text, for forgeries that use it as a secret. */
  publicKey(): Promise<string>
  close(): Promise<void>
}

/** An issuer like Google's, with its own keys over real HTTP. */
export async function startIdentityIssuer(): Promise<IdentityIssuer> {
  let current = await makeKey()
  const server = await startStubServer(async ({ path }) => {
    if (path !== '/certs') return undefined
    const jwk = { ...(await exportJWK(current.publicKey)), kid: current.kid, alg: 'RS256', use: 'sig' }
    return { status: 200, json: { keys: [jwk] } }
  })
  return {
    url: `${server.url}/certs`,
    server,
    async credential(claims = {}, { key = current, kid = key.kid } = {}) {
      const payload = googleClaims(claims)
      const credential = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(key.privateKey)
      return { credential, nonce: String(payload.nonce) }
    },
    async rotate() {
      const old = current
      current = await makeKey()
      return old
    },
    makeKey,
    publicKey: () => exportSPKI(current.publicKey),
    close: server.close,
  }
}

async function makeKey(): Promise<Key> {
  return { ...(await generateKeyPair('RS256', { extractable: true })), kid: randomUUID() }
}

/** The claims of a new user; each credential has a unique id, as Google's have. */
export function googleClaims(claims: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1000)
  const sub = String(claims.sub ?? randomUUID())
  return {
    iss: 'https://accounts.google.com',
    aud: CLIENT_ID,
    azp: CLIENT_ID,
    sub,
    email: `${sub}@example.org`,
    email_verified: true,
    name: 'Grace Hopper',
    given_name: 'Grace',
    family_name: 'Hopper',
    nonce: randomUUID(),
    jti: randomUUID(),
    iat: now,
    nbf: now - 300,
    exp: now + 3600,
    ...claims,
  }
}
