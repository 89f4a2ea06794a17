import { redirect } from '@tanstack/react-router'
import { isAdmin, isProvider, mayUseCompanion } from '../entitlements.ts'
import { currentSession } from '../state/session-atom.ts'
import type { Session } from '../state/session-state.ts'
import { CHAT_PATH, ERROR_PATH, LOGIN_PATH } from './paths.ts'
import { rememberReturnUrl } from './return-url.ts'

/** The part of `beforeLoad`'s argument that guards look at. */
export interface GuardContext {
  location: { href: string; state?: { __TSR_index?: number } }
  /** True while a link is only hovered or touched: nobody has gone anywhere yet. */
  preload?: boolean
}
export type Role = 'admin' | 'admin-or-provider'

/** What a redirect leaves in the history state for the page it goes to. */
export interface GuardState {
  showLogin?: boolean
  from: string
}

/** Signed out → the login, with the way back in the history state and in storage. */
export function requireSignedIn(context: GuardContext): void {
  signedIn(context)
}

/** Signed in → `fallback`, with where they were in the history state. */
export function requireGuest(context: GuardContext, fallback: string = CHAT_PATH): void {
  if (currentSession()) leave(context, fallback, {}, { from: context.location.href })
}

/** No subscription that is active now, and no admin → the error page that says so. */
export function requireSubscription(context: GuardContext): void {
  const { user } = signedIn(context)
  if (mayUseCompanion(user)) return
  leave(context, ERROR_PATH, { type: 'subscription-required' }, { from: context.location.href })
}

/** A guard for a role: lacking it → `fallback`, or the error page; the place is kept for afterwards. */
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

/** Redirects in the app, or by a full page load when there is no history to go back in. */
function leave(context: GuardContext, to: string, search: Record<string, string>, state: GuardState): never {
  const query = new URLSearchParams(search)
  if (!context.preload && isFirstLoad(context)) {
    throw redirect({ href: query.size > 0 ? `${to}?${query}` : to, reloadDocument: true })
  }
  throw redirect({ to, search: search as never, state: state as never })
}

export const isFirstLoad = ({ location }: GuardContext): boolean => !location.state?.__TSR_index
