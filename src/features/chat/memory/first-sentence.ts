import { markdownToText } from '../markdown/markdown-to-text.ts'
import { cutSentences } from './cut-sentences.ts'

/** Returns the first sentence of a Markdown text, in one line and without marks: what is proposed as a fact. */
export function firstSentence(text: string): string {
  const plain = markdownToText(text, { code: false }).replace(/\s+/g, ' ')
  return cutSentences(plain)[0] ?? plain
}
