import { beginsWith, fold, PLAIN, partsOf, WORD } from './search-tokens.ts'

/** Start and end (exclusive), in UTF-16 units of the original text. */
export type Range = readonly [from: number, to: number]

/** The length of a result's snippet, and how much of it precedes the first hit; in characters. */
const SNIPPET_MAX = 180
const BEFORE_MAX = 48
/** The most characters of a text that are scanned for a snippet. */
const READ_MAX = 100_000

/** The ranges of a text in which words begin with one of the terms; in order, without overlaps. */
export function findHits(text: string, terms: readonly string[], most = Number.POSITIVE_INFINITY): Range[] {
  const found: Range[] = []
  if (terms.length === 0) return found
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    // In scripts without spaces, one run of letters contains several words.
    let at = match.index
    for (const part of partsOf(word)) {
      const folded = fold(part)
      const term = terms.find((term) => beginsWith(folded, term))
      if (term !== undefined) found.push([at, at + writtenLength(part, term.length)])
      at += part.length
    }
    if (found.length >= most) break
  }
  return found
}

/** The length of the original text that corresponds to so many folded characters. */
function writtenLength(word: string, folded: number): number {
  // Another letter than of ASCII may become several, such as ß or a Korean syllable.
  const least = PLAIN.test(word) ? Math.min(folded, word.length) : 1
  for (let length = least; length < word.length; length += 1) {
    if (fold(word.slice(0, length)).length < folded) continue
    // Includes combining accents that follow.
    while (length < word.length && fold(word.slice(0, length + 1)).length <= folded) length += 1
    return length
  }
  return word.length
}

/** The snippet of a hit: plain text without line ends and Markdown syntax, cut between words around the first hit. */
export function snippetOf(content: string, terms: readonly string[]): string {
  const text = near(content.slice(0, READ_MAX), terms)
    .replace(/\*\*|`|^\s{0,3}(?:#{1,6}|>|[-*+])\s/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  const hit = findHits(text, terms, 1)[0]?.[0] ?? 0
  const from = hit <= BEFORE_MAX ? 0 : nextWord(text, hit - BEFORE_MAX, hit)
  const space = SNIPPET_MAX - (from > 0 ? 1 : 0)
  const to = text.length - from <= space ? text.length : lastWord(text, from + space - 1, hit)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** The step in which a text is scanned for a term, and how much text is taken around the first hit. */
const STEP = 4_000
const AROUND = 2_000

/** The part of a long text around the first hit: folding all of it word by word would block the thread. */
function near(content: string, terms: readonly string[]): string {
  if (content.length <= STEP) return content
  let hit = 0
  for (let from = 0; from < content.length && terms.length > 0; ) {
    // Cuts at a space if there is one nearby.
    const space = content.indexOf(' ', from + STEP)
    const to = space < 0 || space > from + 2 * STEP ? from + STEP : space
    const part = content.slice(from, to)
    const folded = fold(part)
    const plain = folded.includes('ñ') ? folded.replaceAll('ñ', 'n') : folded
    const mayHold = terms.some((term) => folded.includes(term) || plain.includes(term))
    const found = mayHold ? findHits(part, terms, 1)[0] : undefined
    if (found !== undefined) {
      hit = from + found[0]
      break
    }
    from = to
  }
  const from = hit <= AROUND ? 0 : nextWord(content, hit - AROUND, hit)
  return content.slice(from, hit + AROUND)
}

function nextWord(text: string, from: number, most: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < most ? space + 1 : whole(text, from)
}

function lastWord(text: string, to: number, least: number): number {
  const space = text.lastIndexOf(' ', to)
  return space > least ? space : whole(text, to)
}

/** Moves a position out of the middle of a surrogate pair. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at)
