import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'

const ARRIVES_WITHIN_MS = 10_000

/** The subscription as a browser returns it by `PushSubscription.toJSON()`. */
export interface PushDevice {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface PushedMessage {
  endpoint: string
  payload: unknown
  ttl: string
  urgency: string
  topic: string
  /** The sender: its VAPID public key and its contact address. */
  publicKey: string
  subject: string
}

export interface PushService {
  origin: string
  /** Subscribes a browser. */
  device(): PushDevice
  /** Sets the status of responses to a device, 201 by default; `hang` never responds. */
  answer(device: PushDevice, status: number | 'hang'): void
  /** The valid messages, oldest first. */
  received: PushedMessage[]
  /** The problems of the invalid requests. */
  problems: unknown[]
  /** Waits for that many messages to a device. */
  of(device: PushDevice, count: number): Promise<PushedMessage[]>
  /** Waits for a request that gets no response. */
  untilHanging(): Promise<void>
  close(): Promise<void>
}

/**
 * A push service with the real protocol: it checks the signature (RFC 8292) and decrypts as a browser does (RFC 8291).
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { curve: ECDH; auth: string }>()
  const answers = new Map<string, number | 'hang'>()
  const requests = new EventEmitter()
  let hanging = 0

  const http = createServer(async (request, response) => {
    const endpoint = `${self.origin}${request.url}`
    const answer = answers.get(endpoint) ?? 201
    try {
      self.received.push(await open(request, endpoint))
    } catch (error) {
      self.problems.push(error)
      response.writeHead(400).end()
      return
    }
    if (answer === 'hang') hanging += 1
    else response.writeHead(answer).end('words that nobody reads')
    requests.emit('taken')
  })

  async function until<T>(read: () => T | undefined): Promise<T> {
    const signal = AbortSignal.timeout(ARRIVES_WITHIN_MS)
    for (;;) {
      const found = read()
      if (found !== undefined) return found
      await once(requests, 'taken', { signal })
    }
  }

  async function open(request: IncomingMessage, endpoint: string): Promise<PushedMessage> {
    const browser = browsers.get(endpoint)
    if (request.method !== 'POST' || browser === undefined) throw new Error(`${request.method} to an unknown address`)
    const header = (name: string) => String(request.headers[name] ?? '')
    const signer = await verify(header('authorization'))
    if (header('content-encoding') !== 'aes128gcm') throw new Error('not encrypted by RFC 8291')
    const body = Buffer.concat(await request.toArray())
    const plain = decrypt(body, { version: 'aes128gcm', privateKey: browser.curve, authSecret: browser.auth })
    const payload: unknown = JSON.parse(plain.toString())
    return { endpoint, payload, ttl: header('ttl'), urgency: header('urgency'), topic: header('topic'), ...signer }
  }

  async function verify(authorization: string): Promise<Pick<PushedMessage, 'publicKey' | 'subject'>> {
    const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? []
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, key, { audience: self.origin })
    const tooLong = (payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1000 + 24 * 3600
    if (tooLong || !/^(mailto|https):/.test(payload.sub ?? '')) throw new Error('the signature says too little')
    return { publicKey, subject: payload.sub ?? '' }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const self = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received: [] as PushedMessage[],
    problems: [] as unknown[],
    device(): PushDevice {
      const curve = createECDH('prime256v1')
      const p256dh = curve.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const endpoint = `${self.origin}/push/${randomUUID()}`
      browsers.set(endpoint, { curve, auth })
      return { endpoint, keys: { p256dh, auth } }
    },
    answer: (device: PushDevice, status: number | 'hang') => void answers.set(device.endpoint, status),
    of: (device: PushDevice, count: number) =>
      until(() => {
        const own = self.received.filter(({ endpoint }) => endpoint === device.endpoint)
        return own.length < count ? undefined : own
      }),
    untilHanging: () => until(() => (hanging === 0 ? undefined : hanging)).then(() => undefined),
    close: () => {
      http.closeAllConnections()
      return new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
  return self
}
