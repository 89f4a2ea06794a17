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
