import { oneLine } from './title-and-preview.ts'

/** Whether a chat's title was made from this question: its first line, or the beginning of it. */
export function isTitleOf(title: string, question: string): boolean {
  const plainTitle = oneLine(title)
  const plainText = oneLine(question.split('\n').find((text) => text.trim() !== '') ?? '')
  if (plainTitle === '' || plainText === '') return false
  return plainTitle.endsWith('…') ? plainText.startsWith(plainTitle.slice(0, -1).trimEnd()) : plainTitle === plainText
}
