/** The interface languages; the first is the fallback. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
