import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '#contract/objects/factors/passkey.ts'

interface Credential {
  id: string
  userHandle: string
  privateKey: KeyObject
}

interface Flaws {
  /** Where the page says that it is; by default the origin of the authenticator. */
  origin?: string
  /** Whether the owner has unlocked it; true by default. */
  isUnlocked?: boolean
}

/** WebAuthn's flags in the authenticator data. */
const PRESENT = 1
const VERIFIED = 4
const HAS_CREDENTIAL = 64

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** A passkey provider in software: real ES256 keys and signatures, attestation "none", discoverable passkeys. */
export class Authenticator {
  readonly #origin: string
  readonly #counts: boolean
  readonly #credentials: Credential[] = []
  /** How often it says that it has signed; a test sets it back to act as a copy. */
  counter = 0

  /** One that does not count says 0 each time, as synced passkeys do. */
  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  create(options: PasskeyCreation, flaws: Flaws = {}): NewPasskey {
    if (options.excludeCredentials.some(({ id }) => this.#credentials.some((own) => own.id === id))) {
      throw new Error('InvalidStateError: this authenticator has a passkey of this user')
    }
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    this.#credentials.push({ id: base64url(id), userHandle: options.user.id, privateKey })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const authData = Buffer.concat([
      this.#data(options.rp.id, HAS_CREDENTIAL, flaws),
      ...[Buffer.alloc(16), length, id, cose],
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, flaws)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** By the newest passkey that the request allows. */
  get({ allowCredentials, challenge, rpId }: PasskeyRequest, flaws: Flaws = {}): PasskeyAnswer {
    const isAllowed = ({ id }: Credential) => allowCredentials?.some((allowed) => allowed.id === id) ?? true
    const credential = this.#credentials.findLast(isAllowed)
    if (credential === undefined) throw new Error('NotAllowedError: no passkey for this request')
    const authData = this.#data(rpId, 0, flaws)
    const clientData = this.#clientData('webauthn.get', challenge, flaws)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), credential.privateKey)
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: credential.userHandle,
      },
    }
  }

  #data(rpId: string, flags: number, { isUnlocked = true }: Flaws): Buffer {
    if (this.#counts) this.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isUnlocked ? VERIFIED : 0)]), counter])
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Flaws): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

/** The few types of CBOR (RFC 8949) that attestations need: whole numbers, bytes, texts, and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part))])
  }
  throw new TypeError(`no CBOR for ${typeof value}`)
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255])
}
