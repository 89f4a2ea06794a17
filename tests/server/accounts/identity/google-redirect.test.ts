import { afterAll, describe, expect, it } from 'vitest'
import { registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { startTestServer } from '#support/servers/test-server.ts'

const issuer = await startIdentityIssuer()
const storage = await createTestStorage('sqlite', { migrated: true })
const server = await startTestServer(storage, { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url } })
afterAll(async () => {
  await server.close()
  await storage.remove()
  await issuer.close()
})

const post = (fields: Record<string, string>, cookie = 'other=1; g_csrf_token=abc') =>
  fetch(`${server.address}/auth/google`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ g_csrf_token: 'abc', ...fields }),
    redirect: 'manual',
  })
const target = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return { status, location: headers.get('location') }
}

describe('the redirect from Google', () => {
  it('hands the credential to the page with the button, in the fragment, with the page’s search parameters', async () => {
    const { credential, nonce } = await issuer.credential()
    const state = '/auth/register?redirect=%2Fsubscriptions'
    const answer = await post({ credential, state })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${state}#google=${credential}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await server.reply(registerWithGoogle, { body: { credential, nonce } })).status).toBe(201)
  })

  it.each([
    'https://evil.example/auth/login',
    '//evil.example/auth/login',
    '/\\evil.example/auth/login',
    '/chat',
    'javascript:alert(1)',
    '',
  ])('leads to the log-in page when the state is “%s”', async (state) => {
    expect(await target(post({ credential: 'a.b.c', state }))).toEqual({
      status: 303,
      location: '/auth/login#google=a.b.c',
    })
  })

  it.each([
    ['no cookie', {}, 'other=1'],
    ['another cookie', {}, 'g_csrf_token=abd'],
    ['an empty token', { g_csrf_token: '' }, 'g_csrf_token='],
    ['something else than a credential', { credential: 'x\r\nSet-Cookie: a=b' }, 'g_csrf_token=abc'],
  ])('hands over no credential with %s', async (_what, fields, cookie) => {
    expect(await target(post({ credential: 'a.b.c', ...fields }, cookie))).toEqual({
      status: 303,
      location: '/auth/login#google=',
    })
  })

  it('refuses anything that is no form', async () => {
    const answer = await fetch(`${server.address}/auth/google`, { method: 'POST', body: '{}', redirect: 'manual' })
    expect(answer.status).toBe(415)
  })
})
