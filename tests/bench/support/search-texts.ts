/** Texts such as users and models write, the same in each run: common and rare words of two languages. */
const syllables = [
  'ca',
  'lo',
  'mi',
  'ter',
  'an',
  'ción',
  'pre',
  'so',
  'ñe',
  'lu',
  'ra',
  'tos',
  'vi',
  'en',
  'dor',
  'qui',
]

/** A small random number generator with a seed (0 to 1), so that a run can be repeated. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** `count` texts of some 60 words each. */
export function makeTexts(count: number, seed = 7): string[] {
  const next = numbers(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const words = Array.from({ length: 4000 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(syllables)).join(''),
  )
  // Some words are frequent, most are rare.
  const say = () => words[Math.floor(next() ** 3 * words.length)] ?? 'uno'
  return Array.from({ length: count }, () => `${Array.from({ length: 30 + Math.floor(next() * 60) }, say).join(' ')}.`)
}

/**
 * What a user types who searches for words of these texts: the beginning of one word, or a word and the first three
 * letters of another; half of the queries without acute accents.
 */
export function makeQueries(texts: readonly string[], count: number): string[] {
  const next = numbers(11)
  return Array.from({ length: count }, () => {
    const text = texts[Math.floor(next() * texts.length)] ?? ''
    const words = text.split(' ')
    const [one = '', two = ''] = [words[Math.floor(next() * words.length)], words[Math.floor(next() * words.length)]]
    const query = next() < 0.5 ? one.slice(0, 1 + Math.floor(next() * one.length)) : `${one} ${two.slice(0, 3)}`
    return next() < 0.5 ? query : query.normalize('NFD').replace(/[\u0300-\u0302]/g, '')
  })
}
