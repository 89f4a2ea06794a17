import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../../config/config.ts'
import { termsInEnglish } from './terms-in-english.ts'
import { termsInSpanish } from './terms-in-spanish.ts'

const terms = { en: termsInEnglish, es: termsInSpanish } as const

/**
 * The text of a document that nobody has published, in Markdown, by what this server is set to. That of the privacy
 * page is a part of the app (src/features/information), and the imprint has no text besides the operator's data.
 */
export const shippedText = (config: Config, document: LegalDocument, language: Language): string =>
  document === 'terms' ? terms[language](config) : ''
