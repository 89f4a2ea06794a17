import type { Language } from '#i18n/languages.ts'
import { markdownToText } from '../markdown/markdown-to-text.ts'
import { stripCitations } from '../markdown/strip-citations.ts'
import { languageOfText } from '../speech/language-of-text.ts'
import { splitSentences } from '../speech/split-sentences.ts'

/**
 * The sentences of an answer that can be spoken: of one that is being written all but the last, which may go on. The
 * numbers of sources are left out.
 */
export function readySentences(
  markdown: string,
  { isFinished, fallback }: { isFinished: boolean; fallback: Language },
): { language: Language; sentences: string[] } {
  const text = markdownToText(stripCitations(markdown), { code: false })
  const language = languageOfText(text, fallback)
  const sentences = splitSentences(text, language)
  return { language, sentences: isFinished || endsLine(markdown) ? sentences : sentences.slice(0, -1) }
}

/** A line is over when the next one has begun. */
const endsLine = (markdown: string): boolean => /\n[ \t]*$/.test(markdown)
