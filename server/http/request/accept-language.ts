import type { Language } from '#contract/primitives.ts'
/** The supported language that the header prefers, by its weights; English when it names none of them. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 }
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = /^(en|es)\b/.exec(tag)?.[1]
    const given = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
    const weight = given === undefined ? 1 : Number(given)
    if ((language === 'en' || language === 'es') && weight > best.weight) best = { language, weight }
  }
  return best.language
}
