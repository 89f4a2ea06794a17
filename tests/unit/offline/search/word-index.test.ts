import { expect, test } from 'vitest'
import { listTokens, queryTerms } from '#contract/search-tokens.ts'
import { WordIndex } from '#offline/search/word-index.ts'

const words = ['ano', 'año', 'casa', 'casas', 'cantar', 'canto', 'sol', 'solo', 'mar', 'mañana']

/** The result of a scan of every text. */
const read = (texts: Iterable<string>, query: string) =>
  [...texts].filter((text) =>
    queryTerms(query).every((term) =>
      listTokens(text).some((word) => word.startsWith(term) || word.replaceAll('ñ', 'n').startsWith(term)),
    ),
  )

test('the index finds what a scan of every text would find, also after thousands of additions and removals', () => {
  const seed = Date.now() % 1_000_000
  let state = seed
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
  const index = new WordIndex<string>()
  const here = new Map<number, string>()
  for (let round = 0; round < 4000; round += 1) {
    const text = `${words[next(10)]} ${words[next(10)]} ${words[next(10)]} ${round}`
    here.set(index.put(text, text), text)
    if (here.size < 40) continue
    const [oldest = -1] = here.keys()
    index.remove(oldest)
    index.remove(oldest)
    here.delete(oldest)
    if (round % 100 > 0) continue
    for (const query of ['a', 'ano', 'año', 'cas sol', 'canto canta', 'solo mañ', String(round), 'nothing']) {
      expect(index.list(queryTerms(query)), `seed ${seed}, round ${round}, ${query}`).toEqual(
        read(here.values(), query),
      )
    }
  }
})

test('the index stores as much of one text as the server’s, and removing a text twice has no effect', () => {
  const index = new WordIndex<string>()
  const number = index.put('long', `${'x '.repeat(49_998)}last beyond`)
  index.put('other', 'last')
  expect(index.list(['last'])).toEqual(['long', 'other'])
  expect(index.list(['beyond'])).toEqual([])
  index.remove(number)
  index.remove(number)
  expect(index.list(['last'])).toEqual(['other'])
})
