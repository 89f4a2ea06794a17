import * as v from 'valibot'
import { OptionalText } from '#lib/routing/optional-text.ts'

/** The search parameters of `/admin-panel`, the tab and user filters, parsed before the panel's code loads. */
export const AdminSearch = v.object({
  tab: OptionalText,
  search: OptionalText,
  flag: OptionalText,
  state: OptionalText,
  plan: OptionalText,
  kind: OptionalText,
  actor: OptionalText,
  user: OptionalText,
  from: OptionalText,
  until: OptionalText,
  ordering: OptionalText,
  page: OptionalText,
})
export type AdminSearch = v.InferOutput<typeof AdminSearch>
