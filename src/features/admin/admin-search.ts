import * as v from 'valibot'
import { OptionalText } from '#lib/routing/optional-text.ts'

/** Of the address `/admin-panel?tab=…`; the rest is what the list of users is narrowed by. Read before the panel's code is there. */
export const AdminSearch = v.object({ tab: OptionalText, search: OptionalText, flag: OptionalText, page: OptionalText })
export type AdminSearch = v.InferOutput<typeof AdminSearch>
