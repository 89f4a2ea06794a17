// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, isRedirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import {
  type GuardContext,
  requireGuest,
  requireRole,
  requireSignedIn,
  requireSubscription,
} from '#session/guards/guards.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const at = (href: string, index = 1): GuardContext => ({ location: { href, state: { __TSR_index: index } } })
const enter = (more: Partial<User> = {}) =>
  adopt({ generation: 1, session: { ...makeAuthenticated(), user: makeUser(7, more), generation: 1 } })
const outcome = (guard: (context: GuardContext) => void, context: GuardContext): unknown => {
  try {
    guard(context)
    return 'passes'
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    const { to, href, search, state, reloadDocument } = thrown.options as Record<string, unknown>
    return JSON.parse(JSON.stringify({ to, href, search, state, reloadDocument }))
  }
}
const subscription = (product: string, is_active_now: boolean) =>
  ({ is_active_now, plan: { product } as Plan }) as Subscription

beforeEach(() => {
  resetSession()
  localStorage.clear()
})

describe('requireSignedIn', () => {
  it('sends a visitor to the login with a flag and the origin, and stores the return URL', () => {
    expect(outcome(requireSignedIn, at('/account?x=1'))).toEqual({
      to: '/auth/login',
      search: {},
      state: { showLogin: true, from: '/account?x=1' },
    })
    expect(localStorage.getItem('redirectFrom')).toBe('/account?x=1')
  })

  it('loads the login page afresh when there is no history', () => {
    expect(outcome(requireSignedIn, at('/account', 0))).toEqual({ href: '/auth/login', reloadDocument: true })
    expect(localStorage.getItem('redirectFrom')).toBe('/account')
  })

  it('stores path and query only, and never the fragment', () => {
    outcome(requireSignedIn, at('/account?x=1#secret'))
    expect(localStorage.getItem('redirectFrom')).toBe('/account?x=1')
  })

  it('stores no return URL and loads nothing for a link that is only hovered', () => {
    expect(outcome(requireSignedIn, { ...at('/account', 0), preload: true })).toMatchObject({ to: '/auth/login' })
    expect(localStorage.getItem('redirectFrom')).toBeNull()
  })

  it('lets a signed-in user pass', () => {
    enter()
    expect(outcome(requireSignedIn, at('/account'))).toBe('passes')
    expect(localStorage.getItem('redirectFrom')).toBeNull()
  })
})

describe('requireGuest', () => {
  it('lets a visitor pass and sends a signed-in user to the chat with the previous location', () => {
    expect(outcome(requireGuest, at('/auth/login'))).toBe('passes')
    enter()
    expect(outcome(requireGuest, at('/auth/login'))).toMatchObject({ to: '/chat', state: { from: '/auth/login' } })
    expect(outcome((context) => requireGuest(context, '/account'), at('/auth/login'))).toMatchObject({ to: '/account' })
  })
})

describe('requireSubscription', () => {
  const required = { to: '/error', search: { type: 'subscription-required' } }

  it.each([
    ['no subscription', {}, required],
    ['one that is over', { subscriptions: [subscription('companion_app', false)] }, required],
    ['one to another product', { subscriptions: [subscription('other_app', true)] }, required],
    ['one that is active now', { subscriptions: [subscription('companion_app', true)] }, 'passes'],
    ['none but is admin', { is_admin: true }, 'passes'],
  ])('handles a user with %s', (_, user, expected) => {
    enter(user)
    const result = outcome(requireSubscription, at('/chat'))
    if (expected === 'passes') expect(result).toBe('passes')
    else expect(result).toMatchObject(expected as object)
  })

  it('keeps the type in a full page load', () => {
    enter()
    expect(outcome(requireSubscription, at('/chat', 0))).toEqual({
      href: '/error?type=subscription-required',
      reloadDocument: true,
    })
  })
})

describe('requireRole', () => {
  const provider = { profile: { is_provider: true, photo_url: null, language: 'en' as const } }

  it.each([
    ['admin', {}, false],
    ['admin', provider, false],
    ['admin', { is_admin: true }, true],
    ['admin-or-provider', {}, false],
    ['admin-or-provider', { is_provider: true }, false],
    ['admin-or-provider', provider, true],
    ['admin-or-provider', { is_admin: true }, true],
  ] as const)('checks the role %s of %j', (role, user, passes) => {
    enter(user)
    const result = outcome(requireRole(role), at('/admin-panel?tab=Users'))
    expect(localStorage.getItem('redirectFrom')).toBe(passes ? null : '/admin-panel?tab=Users')
    if (passes) expect(result).toBe('passes')
    else expect(result).toMatchObject({ to: '/error', search: { type: 'access-denied' } })
  })

  it('redirects to a given fallback, and to the login when nobody is signed in', () => {
    expect(outcome(requireRole('admin'), at('/admin-panel'))).toMatchObject({ to: '/auth/login' })
    enter()
    expect(outcome(requireRole('admin', '/account'), at('/admin-panel'))).toMatchObject({ to: '/account' })
  })
})

describe('In a real router', () => {
  it('the guards lead to the right pages', async () => {
    const root = createRootRoute()
    const route = (path: string, beforeLoad?: (context: GuardContext) => void) =>
      createRoute({ getParentRoute: () => root, path, ...(beforeLoad ? { beforeLoad } : {}) })
    const routes = [route('/'), route('/account', requireSignedIn), route('/auth/login'), route('/error')]
    const history = createMemoryHistory({ initialEntries: ['/'] })
    const router = createRouter({
      routeTree: root.addChildren([...routes, route('/admin-panel', requireRole('admin'))]),
      history,
    })
    await router.load()
    await router.navigate({ to: '/account', search: { x: 1 } as never })
    expect(router.state.location).toMatchObject({
      pathname: '/auth/login',
      state: { showLogin: true, from: '/account?x=1' },
    })
    enter()
    await router.navigate({ to: '/admin-panel' })
    expect(router.state.location.href).toBe('/error?type=access-denied')
  })
})
