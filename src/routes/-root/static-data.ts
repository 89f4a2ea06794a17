import type { MessageDescriptor } from '@lingui/core'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title for the window and screen readers; by default the app's name. */
    title?: MessageDescriptor
    /** Where the phone's back link leads when no page was open before; by default the chat. */
    parent?: '/account' | '/settings'
    /** Where the phone's back link always leads, whatever was open before. */
    backTo?: '/chat'
  }
  /** State that a guard or a link passes to the page it opens (`#session/guards/guards.ts`). */
  interface HistoryState {
    showLogin?: boolean
    from?: string
    /** One-time tokens from emailed links and other apps, removed from the address. */
    resetToken?: string
    ssoToken?: string
    verifyToken?: string
    emailToken?: string
    /** For the second step of signing in: what the first one gave. */
    challenge?: string
    methods?: readonly string[]
    /** For the login page: the event that led there. */
    notice?: 'password-changed' | 'sign-in-failed'
    /** For a new chat: the registration has started the free trial. */
    trialBegun?: boolean
    /** For the start page: the account was just deleted. */
    goodbye?: boolean
  }
}
