import * as v from 'valibot'

/** All sections that there will be (design: decisions, "Settings"), in their order. */
export const sections = ['general', 'conversation', 'sessions', 'sync-controls', 'profile-memory'] as const
export type Section = (typeof sections)[number]

/** Those that have something working; `section-parts.tsx` has their words and their content. */
export const builtSections = ['general', 'sync-controls'] as const satisfies readonly Section[]
export type BuiltSection = (typeof builtSections)[number]

/** Of the address `/settings?section=…`; what is not known, or not built yet, counts as not given. */
export const SettingsSearch = v.object({
  section: v.fallback(v.optional(v.picklist(builtSections)), undefined),
})
