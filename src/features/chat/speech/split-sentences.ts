/** Browsers stop in longer utterances: some voices after about fifteen seconds. */
export const SENTENCE_MAX = 220

/** Splits text into utterances: sentences, and parts of sentences that are too long. */
export function splitSentences(text: string, language: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => sentencesOf(line, language))
    .flatMap((sentence) => splitLong(sentence))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

function sentencesOf(line: string, language: string): string[] {
  const trimmed = line.trim()
  if (trimmed === '') return []
  if (typeof Intl.Segmenter !== 'function') return trimmed.replace(/([.!?…])\s+/g, '$1\n').split('\n')
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  return [...segmenter.segment(trimmed)].map(({ segment }) => segment.trim())
}

/** Splits at a late comma, otherwise at a space, otherwise between any two characters. */
function splitLong(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > SENTENCE_MAX) {
    const head = rest.slice(0, SENTENCE_MAX)
    const comma = Math.max(...[', ', '; ', ': ', ' – ', ' — '].map((mark) => head.lastIndexOf(mark)))
    const space = head.lastIndexOf(' ')
    const cut = comma > SENTENCE_MAX / 2 ? comma + 1 : space > SENTENCE_MAX / 2 ? space : lengthOfWholeLetters(head)
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** The length without a surrogate pair that is cut in half at the end. */
function lengthOfWholeLetters(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}
