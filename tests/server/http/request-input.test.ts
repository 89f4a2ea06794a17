import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { getProfile, login, updateProfile } from '#contract/endpoints/accounts.ts'
import { createChat, listChats } from '#contract/endpoints/chats.ts'
import { fieldMessages } from '#contract/field-messages.ts'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'

const json = { 'Content-Type': 'application/json' }

describeServerOnEachEngine('a request', (server) => {
  const post = (body: BodyInit, headers: Record<string, string> = json) =>
    server().send('/api/v1/accounts/auth/register/', { method: 'POST', body, headers })

  it('gets the errors of its invalid fields only, in the requested language', async () => {
    const body = { email: 'nobody', password: 'short', first_name: '4da' }
    const english = await post(JSON.stringify(body))
    expect(english.status).toBe(400)
    expect(english.body).toEqual({
      email: ['Invalid email'],
      password: ['Password must be at least 8 characters'],
      first_name: ['First name can only contain letters'],
      last_name: ['Last name is required'],
    })
    const spanish = await post(JSON.stringify(body), { ...json, 'Accept-Language': 'es-AR,es;q=0.9,en;q=0.5' })
    expect(spanish.body).toMatchObject({ email: ['Correo no válido'], last_name: ['El apellido es obligatorio'] })
  })

  it('gets a message and a code for an error that concerns no field, in the requested language', async () => {
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'wrong password' })
    const headers = { ...json, 'Accept-Language': 'es' }
    const reply = await server().send('/api/v1/accounts/auth/login/', { method: 'POST', body, headers })
    expect(reply.body).toEqual({
      code: 'invalid_credentials',
      message: 'Correo o contraseña incorrectos',
    })
  })

  it.each([
    ['no JSON', '{"email":'],
    ['nothing', ''],
    ['text', '"hello"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a thousand open brackets', '['.repeat(1000)],
    ['30,000 open brackets', '['.repeat(30_000)],
    ['6,000 nested objects', '{"a":'.repeat(6_000)],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('is rejected with 400 when its body is %s', async (_name, body) => {
    const reply = await post(body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('gets an error for each field with a value of the wrong type', async () => {
    const types: unknown[] = [1, true, null, [], {}, { toString: 'x' }, [['a']]]
    for (const value of types) {
      const body = { email: value, password: value, first_name: value, last_name: value, username: value }
      const reply = await post(JSON.stringify(body))
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.body as object)).toEqual(expect.arrayContaining(['email', 'password', 'first_name']))
    }
  })

  it('cannot modify a prototype', async () => {
    const user = await server().registerUser()
    const body = '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"is_admin":true}},"first_name":"Grace"}'
    const headers = { ...json, Authorization: `Bearer ${user.access}` }
    const reply = await server().send('/api/v1/accounts/profile/', { method: 'PUT', body, headers })
    expect(reply).toMatchObject({ status: 200, body: { first_name: 'Grace', is_admin: false } })
    expect(Object.hasOwn(Object.prototype, 'is_admin')).toBe(false)
    const query = await server().send('/api/v1/companion/chats/?__proto__=1&__proto__[limit]=2&toString=3', { headers })
    expect(query.status).toBe(200)
  })

  it('may contain a null character anywhere', async () => {
    const user = await server().registerUser()
    const body = JSON.stringify({ first_name: 'Gr\u0000ace', username: `gr\u0000ace-${user.id}` })
    const headers = { ...json, Authorization: `Bearer ${user.access}` }
    const reply = await server().send('/api/v1/accounts/profile/', { method: 'PUT', body, headers })
    expect(reply).toMatchObject({ status: 200, body: { first_name: 'Grace', username: `grace-${user.id}` } })
    const query = { session_id: 'a\u0000b' }
    const url = `/api/v1/accounts/subscriptions/success/?${new URLSearchParams(query)}`
    expect((await server().send(url, { headers })).status).toBe(404)
    expect((await server().reply(login, { body: { email: 'a\u0000b@example.org', password: 'a\u0000' } })).status).toBe(
      401,
    )
  })

  it('is rejected with too large a body, with or without a Content-Length', async () => {
    const text = JSON.stringify({ email: 'x'.repeat(JSON_BODY_MAX) })
    expect(await post(text)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const chunked = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < text.length; sent += 65_536) {
          controller.enqueue(new TextEncoder().encode(text.slice(sent, sent + 65_536)))
        }
        controller.close()
      },
    })
    const init = { method: 'POST', body: chunked, headers: json, duplex: 'half' } as RequestInit
    const reply = await server().send('/api/v1/accounts/auth/register/', init)
    expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  it('gets one error for a list with 40,000 invalid items', async () => {
    const { access } = await server().registerUser()
    const body = JSON.stringify({ memories: Array.from({ length: 40_000 }, () => ({})) })
    const headers = { ...json, Authorization: `Bearer ${access}` }
    const reply = await server().send('/api/v1/companion/chat/profile/', { method: 'PATCH', body, headers })
    expect(reply).toMatchObject({ status: 400, body: { memories: [fieldMessages.memories_max.en] } })
  })

  it('is measured in bytes, not in characters', async () => {
    const user = await server().registerUser()
    const first_name = '漢'.repeat(Math.ceil(JSON_BODY_MAX / 3))
    const reply = await server().reply(updateProfile, { token: user.access, body: { first_name } })
    expect(reply.status).toBe(413)
  })

  it('must have the content type JSON', async () => {
    const body = JSON.stringify({ email: 'a@example.org' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(await post(body, { 'Content-Type': type })).toMatchObject({ status: 415 })
    }
    const packed = await post(body, { ...json, 'Content-Encoding': 'gzip' })
    expect(packed).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    expect((await post(body, { 'Content-Type': 'Application/JSON; charset=utf-8' })).status).toBe(400)
  })

  it('gets 404 as JSON for an unknown path', async () => {
    for (const path of [
      '/api/v1/nothing/',
      '/api/v1',
      '/api/v2/config/',
      '/api/',
      '/api/v1/config',
      '/api/v1/config/x/',
    ]) {
      expect(await server().send(path), path).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('gets 405 and the allowed methods with the wrong method for a known path', async () => {
    const reply = await server().send('/api/v1/accounts/profile/', { method: 'PATCH', body: '{}', headers: json })
    expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(reply.headers.get('allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS')
    const fixed = await server().send('/api/v1/companion/chat/reassess/')
    expect(fixed.headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('matches a fixed path before one with a parameter', async () => {
    const user = await server().registerUser()
    const headers = { Authorization: `Bearer ${user.access}` }
    const reply = await server().send('/api/v1/companion/chat/profile/', { headers })
    expect(reply.status).toBe(200)
    expect((await server().send('/api/v1/companion/chats/clear-history/', { method: 'DELETE', headers })).status).toBe(
      200,
    )
  })

  it('gets 404 with a malformed id in the path', async () => {
    const user = await server().registerUser()
    const headers = { Authorization: `Bearer ${user.access}` }
    for (const id of ['1', '%00', '%E0%A4%A', '..%2f..%2fetc', "'%20or%201=1--"]) {
      expect((await server().send(`/api/v1/companion/chats/${id}/`, { headers })).status, id).toBe(404)
    }
  })

  it('gets an error that names the parameter of an invalid query', async () => {
    const { access: token } = await server().registerUser()
    const reply = await server().reply(listChats, { token, query: { limit: 0 } })
    expect(reply).toMatchObject({ status: 400, body: { limit: ['Invalid value'] } })
    for (const updated_after of ['2026-01-01T00:00:00+05', '2026-01-01T00:00:00 +05:00', 'yesterday']) {
      const refused = await server().reply(listChats, { token, query: { updated_after } })
      expect(refused, updated_after).toMatchObject({ status: 400, body: { updated_after: ['Invalid value'] } })
    }
    expect((await server().reply(listChats, { token, query: { limit: 1, surprise: 'x' } as object })).status).toBe(200)
  })

  it('gets the headers of GET by HEAD', async () => {
    const reply = await server().send('/api/v1/config/', { method: 'HEAD' })
    expect(reply).toMatchObject({ status: 200, text: '' })
  })

  it('does not crash the server when it cannot be parsed', async () => {
    for (const text of [
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a b c\r\n\r\n',
      'GET \\\\x HTTP/1.1\r\nHost: x\r\n\r\n',
      'NONSENSE\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(100_000)}\r\n\r\n`,
      'GET /api/v1/config/ HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ]) {
      expect(await raw(server(), text)).toMatch(/^HTTP\/1\.1 4\d\d |^$/)
    }
    expect((await server().send('/healthz')).status).toBe(200)
  })

  it('leaves nothing behind when it breaks off within its body', async () => {
    const { port } = new URL(server().address)
    const half = request({
      port,
      method: 'POST',
      path: '/api/v1/accounts/auth/login/',
      headers: { ...json, 'Content-Length': 100 },
    })
    half.on('error', () => {})
    half.write('{"email":')
    await new Promise((resolve) => setImmediate(resolve))
    half.destroy()
    expect((await server().send('/healthz')).status).toBe(200)
  })

  it('gets no details of an internal error', async () => {
    const { access: token } = await server().registerUser()
    const { db } = server().dependencies
    await db.schema.alterTable('users').renameTo('people').execute()
    const reply = await server().reply(getProfile, { token })
    await db.schema.alterTable('people').renameTo('users').execute()
    expect(reply).toMatchObject({ status: 500 })
    expect(reply.body).toEqual({ code: 'internal_error', message: 'Something went wrong on our side. Try again' })
    const id = reply.headers.get('x-request-id') ?? ''
    expect(server().logs.filter((line) => line.includes(id) && line.includes('stack'))).toHaveLength(1)
  })

  it('is logged in one line with its call name and without its query', async () => {
    const { access: token, user } = await server().registerUser()
    const { headers } = await server().reply(listChats, { token, query: { cursor: 'a-secret-of-mine' } as object })
    const id = headers.get('x-request-id') ?? ''
    const lines = server().logs.filter((line) => line.includes(id) && line.includes('"msg":"request"'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ call: 'listChats', user: user.id, ms: expect.any(Number) })
    expect(server().logs.join('')).not.toContain('a-secret-of-mine')
  })

  it('cannot create chats for a user without a subscription, and the error says why', async () => {
    const { access: token } = await server().registerUser()
    const reply = await server().reply(createChat, { token, body: { id: crypto.randomUUID() } })
    expect(reply).toMatchObject({ status: 403, body: { code: 'subscription_required' } })
  })
})

/** The response to arbitrary bytes; nothing when the server closes the connection. */
function raw(server: TestServer, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.end(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', () => resolve(answer))
  })
}
