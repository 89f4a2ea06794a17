import type { Language } from '#contract/primitives.ts'

export type { Language }

/**
 * The interface languages; the first is the fallback. They are those of the contract, whose list the first load of a
 * page would get only together with Valibot.
 */
export const languages = ['en', 'es'] as const satisfies readonly Language[]

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
