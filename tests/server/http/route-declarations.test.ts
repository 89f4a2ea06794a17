import { describe, expect, it } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { getProfile, login } from '#contract/endpoints/accounts.ts'
import { deleteUser, listUsers } from '#contract/endpoints/admin.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { bindRoutes, calls } from '#server/http/api/bind-routes.ts'
import type { Route } from '#server/http/api/route.ts'

const handle = () => ({ status: 200 })
const profile: Route = { endpoint: getProfile, owns: 'self', limit: 'read', handle }
const without = (key: keyof Route): Route =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => name !== key)) as never

describe('binding the routes at the start', () => {
  it.each<[string, readonly Route[], string]>([
    ['does not say whose rows it touches', [without('owns')], 'getProfile does not say whose rows it touches'],
    ['names no limit', [without('limit')], 'getProfile does not name a limit'],
    ['names an unknown limit', [{ ...profile, limit: 'toString' as never }], 'getProfile does not name a limit'],
    ['has no handler', [without('handle')], 'getProfile has no handler'],
    ['is bound twice', [profile, profile], 'getProfile is bound twice'],
    [
      'is public and yet owns rows of its caller',
      [{ ...profile, endpoint: getConfig, limit: 'public' }],
      'getConfig is public, so it cannot own rows of its caller',
    ],
    [
      'is public and yet limited by account',
      [{ ...profile, endpoint: login, owns: 'anybody' }],
      'login is public, so it cannot be limited by account',
    ],
    [
      "lets any signed-in user access other users' rows",
      [{ ...profile, owns: 'anybody' }],
      "getProfile lets any signed-in user touch other people's rows",
    ],
    [
      'is for admins and does not declare its audit entry',
      [{ ...profile, endpoint: listUsers, owns: 'anybody' }],
      'listUsers does not say what it leaves in the audit log',
    ],
    [
      'leaves something unknown in the audit log',
      [{ ...profile, endpoint: listUsers, owns: 'anybody', audit: 'user.eaten' as never }],
      'listUsers does not say what it leaves in the audit log',
    ],
    [
      'writes as an admin and leaves nothing in the audit log',
      [{ ...profile, endpoint: deleteUser, owns: 'anybody', audit: 'nothing' }],
      'deleteUser writes as an admin and leaves nothing in the audit log',
    ],
    [
      'is not of the contract',
      [{ ...profile, endpoint: endpoint({ ...getProfile, summary: 'another' }) }],
      'GET /accounts/profile/ is not a call of the contract',
    ],
  ])('fails for a route that %s', (_name, routes, message) => {
    expect(() => bindRoutes(routes)).toThrow(message)
  })

  it('succeeds for routes that are declared completely', () => {
    expect([
      ...bindRoutes([profile, { ...profile, endpoint: listUsers, owns: 'anybody', audit: 'nothing' }]).keys(),
    ]).toEqual(['getProfile', 'listUsers'])
  })
})

describe('the contract', () => {
  it('has one call per method and path', () => {
    const addresses = calls.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('declares who may call, and only reads have no body', () => {
    for (const { name, endpoint: call } of calls) {
      expect(['public', 'user', 'admin', 'provider'], name).toContain(call.access)
      if (call.method === 'GET') expect(call.body, name).toBeUndefined()
    }
  })
})
