import * as v from 'valibot'

/** The sections of the settings in their order; `section-content.tsx` has their names and contents. */
export const sections = ['general', 'conversation', 'sessions', 'sync-controls', 'profile-memory'] as const
export type Section = (typeof sections)[number]

/** Of the address `/settings?section=…`; what is not known counts as not given. */
export const SettingsSearch = v.object({
  section: v.fallback(v.optional(v.picklist(sections)), undefined),
})
