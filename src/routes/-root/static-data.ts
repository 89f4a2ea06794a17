import type { MessageDescriptor } from '@lingui/core'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the window and a screen reader call the page; the app's name when missing. */
    title?: MessageDescriptor
  }
  /** What a guard or a link leaves for the page it leads to (`#session/guards.ts`). */
  interface HistoryState {
    showLogin?: boolean
    from?: string
  }
}
