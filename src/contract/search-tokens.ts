/**
 * Tokenises search text, in one place for the server's index, the index on a device and the highlighting of hits
 * (docs/decisions/028). Accents are folded; ñ is a separate letter, which a typed n matches too.
 */

/** Longer words are cut to this length. */
const WORD_MAX = 40
/** The most terms of a query; of more, the longest are used. */
const TERMS_MAX = 8

/** Text that folding changes to lower case only. */
export const PLAIN = /^[\p{ASCII}]*$/u
const PLAIN_WORD = /[a-z0-9]+/g
/** A run of letters and digits with their combining marks. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const UNSPACED_PARTS = new RegExp(`${UNSPACED.source}\\p{M}*|(?:(?!${UNSPACED.source}).)+`, 'gsu')
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic; other scripts need their marks for spelling. */
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

/** Runs of non-ASCII characters, with an n before them that a combining tilde may follow. */
const STRANGE = /n?[^\p{ASCII}]+/gu
const RUNS_MAX = 2000
const folded = new Map<string, string>()

/** Folds to lower case without accents; ñ stays. Most text is ASCII, and the few other runs are cached. */
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

/** The folded words of a text in order, with repetitions. */
export function listTokens(text: string): string[] {
  const plain = fold(text)
  if (PLAIN.test(plain)) return plain.match(PLAIN_WORD) ?? []
  const words = plain.match(WORD) ?? []
  return UNSPACED.test(plain) ? words.flatMap(partsOf) : words
}

/** Splits a run of letters in a script without spaces. */
export const partsOf = (run: string): string[] => (UNSPACED.test(run) ? (run.match(UNSPACED_PARTS) ?? []) : [run])

/** The words of a text for the index, each once; words with ñ also with n. */
export function indexTokens(text: string): string[] {
  const words = new Set<string>()
  for (const whole of listTokens(text)) {
    const word = cut(whole)
    words.add(word)
    if (word.includes('ñ')) words.add(word.replaceAll('ñ', 'n'))
  }
  return [...words]
}

/** The terms of a query, longest first: a text matches when, for each term, one of its words begins with it. */
export function queryTerms(query: string): string[] {
  const terms = [...new Set(listTokens(query).map(cut))].sort((a, b) => b.length - a.length)
  // A term that is a prefix of another one is redundant ("ca" beside "canto").
  const telling = terms.filter((term, at) => !terms.slice(0, at).some((longer) => longer.startsWith(term)))
  return telling.slice(0, TERMS_MAX)
}

/** Whether a folded word begins with a term; n matches ñ. */
export const beginsWith = (word: string, term: string): boolean =>
  word.startsWith(term) || (word.includes('ñ') && word.replaceAll('ñ', 'n').startsWith(term))

/** Cuts to WORD_MAX without leaving half of a surrogate pair, which a database would refuse. */
const cut = (word: string): string =>
  word.length > WORD_MAX ? word.slice(0, WORD_MAX).replace(/[\uD800-\uDBFF]$/, '') : word
