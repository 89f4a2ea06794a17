import type { Server } from 'node:http'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProfile } from '#contract/endpoints/accounts.ts'
import { deleteUser, getUser, listUsers } from '#contract/endpoints/admin.ts'
import type { User } from '#contract/objects/user.ts'
import { createApi } from '#server/http/api/api.ts'
import { checkResult } from '#server/http/api/check-result.ts'
import { route } from '#server/http/api/route.ts'
import { createLifecycle } from '#server/http/drain-signal.ts'
import { listen } from '#server/http/listen.ts'
import { errorResponse } from '#server/http/response/error-response.ts'
import type { Caller } from '#server/lib/caller.ts'

const user: User = {
  id: 1,
  email: 'ada@example.org',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  is_vip: false,
  is_provider: false,
  is_ad_subscriber: false,
  receive_newsletters: false,
  is_admin: false,
  email_verified: false,
  created_at: '2026-01-01T00:00:00.000Z',
  subscriptions: [],
  profile: { is_provider: false, photo_url: null, language: 'en' },
}

describe('a role', () => {
  const log = pino({ level: 'silent' })
  let caller: Caller
  const audited: string[] = []
  let server: Server | undefined
  let address = ''

  beforeAll(async () => {
    const api = createApi(
      [
        route(getProfile, { owns: 'self', limit: 'read', handle: () => ({ status: 200, body: user }) }),
        route(getUser, {
          owns: 'anybody',
          limit: 'read',
          audit: 'user.viewed',
          handle: async ({ record }) => {
            await record(undefined as never, { subject: { kind: 'user', id: user.id } })
            return { status: 200, body: user }
          },
        }),
        route(deleteUser, {
          owns: 'anybody',
          limit: 'write',
          audit: 'user.deleted',
          handle: () => ({ status: 204 }),
        }),
        route(listUsers, {
          owns: 'anybody',
          limit: 'read',
          audit: 'nothing',
          handle: () => ({ status: 200, body: { count: 0, next: null, previous: null, results: [] } }),
        }),
      ],
      {
        authenticate: async () => caller,
        limiter: { take: async () => {} },
        checkConfirmed: async () => {},
        audit: async (_db, { id, isAdmin }, action) => {
          audited.push(`${action} by ${isAdmin ? 'admin' : 'provider'} ${id}`)
        },
        log,
        draining: createLifecycle().draining,
        trustProxy: 0,
        checkResults: true,
      },
      [],
    ).onError((error) => errorResponse(error, 'en'))
    const listening = await listen({ fetch: api.fetch, drain: () => {} }, { port: 0, host: '127.0.0.1', log })
    server = listening.server
    address = `http://127.0.0.1:${listening.port}`
  })
  afterAll(() => server?.close())

  it.each([
    ['a user without roles', { isAdmin: false, isProvider: false }, [200, 403, 403]],
    ['a provider', { isAdmin: false, isProvider: true }, [200, 200, 403]],
    ['an admin', { isAdmin: true, isProvider: false }, [200, 200, 200]],
  ])('allows %s the calls that declare it', async (_name, roles, expected) => {
    caller = { id: 1, sessionId: 's', language: 'en', confirmedAt: null, isSuspended: false, ...roles }
    const paths = ['/accounts/profile/', '/accounts/users/1/', '/accounts/users/']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(address + path)).status))
    expect(statuses).toEqual(expected)
  })

  it('is recorded in the audit log with the action for an admin or a provider', () => {
    expect(audited).toEqual(['user.viewed by provider 1', 'user.viewed by admin 1'])
  })

  it('cannot complete a call that is declared as audited but records nothing', async () => {
    caller = {
      id: 1,
      sessionId: 's',
      language: 'en',
      confirmedAt: null,
      isAdmin: true,
      isProvider: false,
      isSuspended: false,
    }
    expect((await fetch(`${address}/accounts/users/1/`, { method: 'DELETE' })).status).toBe(500)
  })
})

describe('an answer held against the contract', () => {
  it('may not lack a field, say more than is promised, or have a status of its own', () => {
    expect(() => checkResult(getProfile, { status: 200, body: user })).not.toThrow()
    expect(() => checkResult(getProfile, { status: 200, body: { ...user, email: undefined } })).toThrow('email')
    expect(() => checkResult(getProfile, { status: 200, body: { ...user, password_hash: 'x' } })).toThrow('says more')
    expect(() => checkResult(getProfile, { status: 201, body: user })).toThrow('does not know this status')
    expect(() => checkResult(getProfile, { status: 200 })).toThrow()
  })
})
