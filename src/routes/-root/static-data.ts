import type { MessageDescriptor } from '@lingui/core'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the window and a screen reader call the page; the app's name when missing. */
    title?: MessageDescriptor
  }
  /** What a guard or a link leaves for the page it leads to (`#session/guards/guards.ts`). */
  interface HistoryState {
    showLogin?: boolean
    from?: string
    /** One-time tokens of mailed links and other apps, taken out of the address. */
    resetToken?: string
    ssoToken?: string
    verifyToken?: string
    /** For the login: what has just happened. */
    notice?: 'password-changed' | 'sign-in-failed'
    /** For the start page: the account was deleted a moment ago. */
    goodbye?: boolean
  }
}
