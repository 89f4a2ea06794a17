import { CHAT_TITLE_MAX } from './limits.ts'

const PREVIEW_MAX = 140

/**
 * The title for a chat from its first question: the first line, truncated at a word. The server and the app, which
 * shows it before the server has the question, make the same one.
 */
export function titleFrom(question: string): string {
  const line = question.split('\n').find((text) => text.trim() !== '') ?? ''
  return cutAtWord(oneLine(line), CHAT_TITLE_MAX)
}

/** The preview of a message, which the list of chats shows below the title. */
export function previewOf(content: string): string {
  return cutAtWord(oneLine(content.slice(0, PREVIEW_MAX * 4)), PREVIEW_MAX)
}

/** A text in one line: line ends and repeated spaces become one space, those at both ends are removed. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Cuts a text that is longer than `max` at a word, with an ellipsis. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const space = cut.lastIndexOf(' ')
  // Without a space near the end (a long word, a script without spaces) it is cut at the maximum.
  if (space > max / 2) return `${cut.slice(0, Math.min(space, max - 1))}…`
  return `${cut.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
