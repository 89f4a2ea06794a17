import * as v from 'valibot'
import { LEGAL_TEXT_MAX } from '../../limits.ts'
import { Count, says, Timestamp } from '../../primitives.ts'

export const legalDocuments = ['terms', 'privacy', 'imprint'] as const
export const LegalDocument = v.picklist(legalDocuments, says('invalid'))
export type LegalDocument = v.InferOutput<typeof LegalDocument>

const Markdown = v.pipe(v.string(says('invalid')), v.maxLength(LEGAL_TEXT_MAX, says('too_long')))

/** A text in both languages. */
export const LegalTexts = v.object({ en: Markdown, es: Markdown })
export type LegalTexts = v.InferOutput<typeof LegalTexts>

/** A document as its admins see it. */
export const LegalEntry = v.object({
  document: LegalDocument,
  /** Newest first. */
  versions: v.array(v.object({ version: Count, published_at: Timestamp, asks_consent: v.boolean() })),
  /** What the editor begins with: the stored draft, else the published version, else what the product ships. */
  texts: LegalTexts,
  /** The revision of the stored draft; 0 where there is none. */
  revision: Count,
  /** Shows the stored draft without a sign-in for some hours. */
  preview_url: v.nullable(v.string()),
})
export type LegalEntry = v.InferOutput<typeof LegalEntry>
