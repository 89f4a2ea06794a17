const plain = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Whether a chat's title was made from this question: its first line, or the beginning of it. */
export function isTitleOf(title: string, question: string): boolean {
  const words = plain(title)
  const line = plain(question.split('\n').find((text) => text.trim() !== '') ?? '')
  if (words === '' || line === '') return false
  return words.endsWith('…') ? line.startsWith(words.slice(0, -1).trimEnd()) : words === line
}
