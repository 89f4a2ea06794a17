/** The length of a text in UTF-8, by which prompts are measured. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The beginning of a text of at most `most` bytes in UTF-8, without a broken character at its end. */
export function cutToBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  return Buffer.from(text)
    .subarray(0, Math.max(0, most))
    .toString()
    .replace(/\uFFFD+$/, '')
}

const MARK = '\n[…]\n'

/**
 * The first `start` and the last `end` characters of a text, with a mark between them; the whole text where this would
 * not be shorter.
 */
export function cutMiddle(text: string, start: number, end: number): string {
  if (start + MARK.length + end >= text.length) return text
  // Not by a negative index: a slice from -0 is the whole text.
  return `${text.slice(0, start).toWellFormed()}${MARK}${text.slice(text.length - end).toWellFormed()}`
}
