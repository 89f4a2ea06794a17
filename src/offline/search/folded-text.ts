import { fold } from '#contract/search-words.ts'

/** A text as it is searched in memory. */
export interface Folded {
  plain: string
  /** With ñ as it was written, where there is one. */
  exact: string | null
}

/** What is looked through of one text; as much as the server's index holds. */
const TEXT_MAX = 100_000
const LETTER = /[\p{L}\p{N}\p{M}]/u
/** Scripts without spaces: each character begins a word (as in the contract's `listWords`). */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

export function foldText(text: string): Folded {
  const folded = fold(text.slice(0, TEXT_MAX))
  if (!folded.includes('ñ')) return { plain: folded, exact: null }
  return { plain: folded.replaceAll('ñ', 'n'), exact: folded }
}

/** Whether a text has words that begin with all of the terms (`queryTerms`). */
export function holdsAll({ plain, exact }: Folded, terms: readonly string[]): boolean {
  for (const term of terms) {
    const text = term.includes('ñ') ? exact : plain
    if (text === null || !holds(text, term)) return false
  }
  return true
}

function holds(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || beginsWord(text, at)) return true
  }
  return false
}

function beginsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1)
  if (code < 128) return !(code >= 97 && code <= 122) && !(code >= 48 && code <= 57)
  const isLow = code >= 0xdc00 && code <= 0xdfff
  const before = isLow ? text.slice(at - 2, at) : text.charAt(at - 1)
  return !LETTER.test(before) || UNSPACED.test(before) || UNSPACED.test(text.charAt(at))
}
