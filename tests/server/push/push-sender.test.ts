import { createECDH } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { isPublicAddress, publicLookup } from '#server/lib/public-lookup.ts'
import { isPushEndpoint } from '#server/providers/push/push-endpoint.ts'
import { createPushSender } from '#server/providers/push/push-sender.ts'
import { vapidKeys, vapidSubject } from '#server/providers/push/vapid.ts'
import { startPushService } from '#support/fakes/push-service.ts'

describe('a push endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://push.example.org:8443/x?y=1',
  ])('may be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, true)).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://a.localhost/x',
    'https://intranet/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://93.184.215.14/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://user:word@push.example.org/x',
    'http://127.0.0.1:3000/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
  ])('cannot be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, true)).toBe(false)
  })

  it('may be plain http on this machine outside production only', () => {
    for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:8080']) {
      expect(isPushEndpoint(`http://${host}/x`, false)).toBe(true)
    }
    for (const host of ['10.0.0.1', 'example.org', '169.254.169.254']) {
      expect(isPushEndpoint(`http://${host}/x`, false)).toBe(false)
    }
  })
})

describe('the host of a push endpoint', () => {
  it.each([
    ['127.0.0.1', 4],
    ['10.1.2.3', 4],
    ['172.31.255.255', 4],
    ['192.168.1.1', 4],
    ['169.254.169.254', 4],
    ['100.64.0.1', 4],
    ['0.0.0.0', 4],
    ['255.255.255.255', 4],
    ['224.0.0.1', 4],
    ['::', 6],
    ['::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['fe80::1', 6],
    ['fd00::1', 6],
    ['64:ff9b::a00:1', 6],
    ['2002:7f00:1::', 6],
    ['2001:db8::1', 6],
  ])('never resolves to %s', (address, family) => {
    expect(isPublicAddress(address, family)).toBe(false)
  })

  it.each([
    ['142.250.74.110', 4],
    ['172.32.0.1', 4],
    ['2a00:1450:4009::200a', 6],
    ['2620:149:208::1', 6],
  ])('may resolve to %s', (address, family) => {
    expect(isPublicAddress(address, family)).toBe(true)
  })

  it('is not called when it resolves to this machine', async () => {
    const find = promisify(publicLookup)
    await expect(find('localhost', { all: true })).rejects.toMatchObject({ code: 'ENOTPUBLIC' })
    await expect(find('localhost', {})).rejects.toMatchObject({ code: 'ENOTPUBLIC' })
  })
})

describe('the VAPID keys', () => {
  it('are derived from the server’s secret alone', () => {
    const { publicKey, privateKey } = vapidKeys('a secret of the operator, long enough')
    expect(vapidKeys('a secret of the operator, long enough')).toEqual({ publicKey, privateKey })
    expect(vapidKeys('another secret of the operator')).not.toEqual({ publicKey, privateKey })
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    expect(curve.getPublicKey('base64url')).toBe(publicKey)
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
  })

  it('are sent with a contact address', () => {
    expect(vapidSubject('https://companion.example.com', null)).toBe('https://companion.example.com')
    expect(vapidSubject('http://127.0.0.1:3000', 'Companion <us@example.org>')).toBe('mailto:us@example.org')
    expect(vapidSubject('https://localhost', null)).toBe('mailto:nobody@example.org')
    expect(vapidSubject('http://127.0.0.1:3000', null)).toBe('mailto:nobody@example.org')
  })
})

describe('the push sender', async () => {
  const push = await startPushService()
  afterAll(() => push.close())
  const device = push.device()
  const message = { ...device, payload: '{}', topic: 'a' }
  const sender = (env: Record<string, string>) =>
    createPushSender(readConfig({ TOKEN_SECRET: 'f3b9cac2fc632551bce6faada7179e84', PAYMENTS: 'sandbox', ...env }))

  it('calls no address on this machine in production, whatever is stored', async () => {
    for (const env of [{ NODE_ENV: 'production' }, { NODE_ENV: 'test', PUBLIC_URL: 'https://companion.example.org' }]) {
      expect(await sender(env)(message, new AbortController().signal)).toBe('gone')
    }
    expect(push.received).toEqual([])
    expect(push.problems).toEqual([])
  })

  it('follows no redirect and reports the response', async () => {
    const send = sender({ NODE_ENV: 'test' })
    for (const status of [302, 429, 500]) {
      push.answer(device, status)
      expect(await send(message, new AbortController().signal)).toBe(status)
    }
    expect(push.received).toHaveLength(3)
  })

  it('stops when it is asked to', async () => {
    push.answer(device, 'hang')
    const end = new AbortController()
    const sent = sender({ NODE_ENV: 'test' })(message, end.signal)
    await push.untilHanging()
    end.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})
