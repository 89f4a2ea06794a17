import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Fixed, Flag, Time } from './columns.ts'

/** Versions of terms, privacy policy and imprint, in Markdown. */
interface LegalTextsTable {
  document: Fixed<LegalDocument>
  /** Counts from 1. A document has at most one version that is not published, its highest. */
  version: Fixed<number>
  text_en: string
  text_es: string
  /** Grows with each change of an unpublished version: admins cannot overwrite each other unnoticed. */
  revision: number
  asks_consent: Flag
  changed_at: Time
  published_at: Time | null
}

/** What a user has accepted or stated. */
interface ConsentsTable {
  user_id: Fixed<number>
  /** `terms`, or `minimum_age` with the age in years as its version. */
  statement: Fixed<'terms' | 'minimum_age'>
  version: Fixed<number>
  given_at: Fixed<Time>
}

export interface LegalTables {
  legal_texts: LegalTextsTable
  consents: ConsentsTable
}
