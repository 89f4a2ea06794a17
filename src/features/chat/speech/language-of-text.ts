import type { Language } from '#i18n/languages.ts'

const commonWords: Record<Language, RegExp> = {
  en: /\b(the|and|is|are|you|your|of|to|that|it|with|for|this|not)\b/gi,
  es: /\b(el|la|los|las|que|de|y|es|un|una|con|para|por|no|lo|tu|se)\b|[ñ¿¡]/gi,
}

/** Detects the language of a text from its most frequent words; otherwise returns `fallback`. */
export function languageOfText(text: string, fallback: Language): Language {
  const head = text.slice(0, 600)
  const count = (language: Language) => head.match(commonWords[language])?.length ?? 0
  const [en, es] = [count('en'), count('es')]
  return en === es ? fallback : en > es ? 'en' : 'es'
}
