import type { ReactNode } from 'react'
import * as v from 'valibot'

/** The sections in display order; `section-content.tsx` has their names and contents. */
export const sections = ['general', 'conversation', 'sessions', 'sync-controls', 'profile-memory'] as const
export type Section = (typeof sections)[number]

/** The search parameters of `/settings`; an unknown section is ignored. */
export const SettingsSearch = v.object({
  section: v.fallback(v.optional(v.picklist(sections)), undefined),
})

export interface SectionProps {
  userId: number
  /** The notification switch of another feature. */
  notifications: ReactNode
  /** The email language and the newsletter of the account feature. */
  mails: ReactNode
  /** The list of sessions of the account feature. */
  devices: ReactNode
  /** Erases this device; the page then shows the progress. */
  onErase: () => void
}
