/**
 * What counts as a word of a search, in one place for the server's index, the copy on a device and the marking of
 * what was found (docs/decisions/028). Accents fold; ñ is a letter of its own, which a typed n finds too.
 */

/** Longer words are known by their beginning. */
export const WORD_MAX = 40
/** Words of a query beyond these are not looked at. */
export const TERMS_MAX = 8

const PLAIN = /^[\p{ASCII}]*$/u
const PLAIN_WORD = /[a-z0-9]+/g
/** A run of letters and figures, with the marks on them. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that are written without spaces: each character is a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const UNSPACED_PARTS = new RegExp(`${UNSPACED.source}\\p{M}*|(?:(?!${UNSPACED.source}).)+`, 'gsu')
/** Accents of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic; other scripts spell with their marks. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+/g
const OTHER_FORMS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
}
const OTHER_FORM = /[ßæœøđłıþðς]/g

/** What is not plain, with an n that a tilde may follow. */
const STRANGE = /n?[^\p{ASCII}]+/gu
const RUNS_MAX = 2000
const folded = new Map<string, string>()

/** Lower case, without accents; ñ stays. Nearly all of a text is plain, and the rest says the same few runs again. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return PLAIN.test(lower) ? lower : lower.replace(STRANGE, foldRun)
}

function foldRun(run: string): string {
  const known = folded.get(run)
  if (known !== undefined) return known
  const fresh = run
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('n\u0303', 'ñ')
    .replace(ACCENTS, '')
    .replace(OTHER_FORM, (letter) => OTHER_FORMS[letter] ?? letter)
  if (folded.size >= RUNS_MAX) folded.clear()
  if (run.length < 8) folded.set(run, fresh)
  return fresh
}

/** The folded words of a text in their order, each as often as it stands there. */
export function listTokens(text: string): string[] {
  const plain = fold(text)
  if (PLAIN.test(plain)) return plain.match(PLAIN_WORD) ?? []
  const words = plain.match(WORD) ?? []
  return UNSPACED.test(plain) ? words.flatMap(partsOf) : words
}

/** The words of a run of letters as it is written. */
export const partsOf = (run: string): string[] => (UNSPACED.test(run) ? (run.match(UNSPACED_PARTS) ?? []) : [run])

/** What an index holds of a text: each word once, those with ñ also as written without. */
export function indexTokens(text: string): string[] {
  const words = new Set<string>()
  for (const whole of listTokens(text)) {
    const word = cut(whole)
    words.add(word)
    if (word.includes('ñ')) words.add(word.replaceAll('ñ', 'n'))
  }
  return [...words]
}

/** What is looked for: a text matches when it has a word that begins with each of them. Longest first. */
export function queryTerms(query: string): string[] {
  const terms = [...new Set(listTokens(query).map(cut))].sort((a, b) => b.length - a.length)
  // "ca" says nothing beside "canto", which begins with it.
  const telling = terms.filter((term, at) => !terms.slice(0, at).some((longer) => longer.startsWith(term)))
  return telling.slice(0, TERMS_MAX)
}

/** Whether a folded word begins with a term, ñ for n. */
export const beginsWith = (word: string, term: string): boolean =>
  word.startsWith(term) || (word.includes('ñ') && word.replaceAll('ñ', 'n').startsWith(term))

/** Never half of a character: that is no text for a database. */
const cut = (word: string): string =>
  word.length > WORD_MAX ? word.slice(0, WORD_MAX).replace(/[\uD800-\uDBFF]$/, '') : word
