import type { Source } from '#contract/objects/chat.ts'
import { markdownToText } from './markdown-to-text.ts'
import { stripCitations } from './strip-citations.ts'

/** The words of an answer for a voice or a screen reader, without the numbers of its sources. */
export function answerToText(
  { content, sources = [] }: { content: string; sources?: readonly Source[] | undefined },
  options?: { code: boolean },
): string {
  return markdownToText(sources.length > 0 ? stripCitations(content) : content, options)
}
