import { redirect } from '@tanstack/react-router'
import { isAdmin, isProvider, mayUseCompanion } from '../entitlements.ts'
import { currentSession } from '../state/session-atom.ts'
import type { Session } from '../state/session-state.ts'
import { CHAT_PATH, ERROR_PATH, LOGIN_PATH } from './paths.ts'
import { rememberReturnUrl } from './return-url.ts'

/** The part of `beforeLoad`'s argument that the guards read. */
export interface GuardContext {
  location: { href: string; state?: { __TSR_index?: number } }
  /** True while a hovered or touched link is only preloaded: no navigation has happened. */
  preload?: boolean
}
export type Role = 'admin' | 'admin-or-provider'

/** The history state that a redirect passes to its target page. */
interface GuardState {
  showLogin?: boolean
  from: string
}

/** Redirects a signed-out user to the log-in, with the return address in the history state and in storage. */
export function requireSignedIn(context: GuardContext): void {
  signedIn(context)
}

/** Redirects a signed-in user to `fallback`, with the current address in the history state. */
export function requireGuest(context: GuardContext, fallback: string = CHAT_PATH): void {
  if (currentSession()) leave(context, fallback, {}, { from: context.location.href })
}

/** Redirects a user without an active subscription to the error page; admins pass. */
export function requireSubscription(context: GuardContext): void {
  const { user } = signedIn(context)
  if (mayUseCompanion(user)) return
  leave(context, ERROR_PATH, { type: 'subscription-required' }, { from: context.location.href })
}

/** Makes a guard for a role: others are redirected to `fallback` or the error page; the return address is stored. */
export function requireRole(role: Role, fallback?: string): (context: GuardContext) => void {
  return (context) => {
    const { user } = signedIn(context)
    if (isAdmin(user) || (role === 'admin-or-provider' && isProvider(user))) return
    remember(context)
    const state = { from: context.location.href }
    if (fallback) leave(context, fallback, {}, state)
    leave(context, ERROR_PATH, { type: 'access-denied' }, state)
  }
}

function signedIn(context: GuardContext): Session {
  const session = currentSession()
  if (session) return session
  remember(context)
  return leave(context, LOGIN_PATH, {}, { showLogin: true, from: context.location.href })
}

function remember({ preload, location }: GuardContext): void {
  if (!preload) rememberReturnUrl(location.href)
}

/** Redirects in the app, or by a full page load when the history has no earlier entry. */
function leave(context: GuardContext, to: string, search: Record<string, string>, state: GuardState): never {
  const query = new URLSearchParams(search)
  if (!context.preload && isFirstLoad(context)) {
    throw redirect({ href: query.size > 0 ? `${to}?${query}` : to, reloadDocument: true })
  }
  throw redirect({ to, search: search as never, state: state as never })
}

const isFirstLoad = ({ location }: GuardContext): boolean => !location.state?.__TSR_index
