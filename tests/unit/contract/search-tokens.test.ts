import { describe, expect, it } from 'vitest'
import { findHits, snippetOf } from '#contract/search-hits.ts'
import { indexTokens, listTokens, queryTerms } from '#contract/search-tokens.ts'
import { WordIndex } from '#offline/search/word-index.ts'
import { hostileStrings } from '#support/fixtures/hostile-strings.ts'
import { processorMs } from '#support/fixtures/processor-time.ts'

const hits = (text: string, query: string) =>
  findHits(text, queryTerms(query)).map(([from, to]) => text.slice(from, to))

describe('the tokens of a search', () => {
  it('fold case and accents, also of other scripts and of letters of their own', () => {
    expect(listTokens('La CANCIÓN, Straße & cœur; Ελλάς Йод')).toEqual([
      'la',
      'cancion',
      'strasse',
      'coeur',
      'ελλασ',
      'иод',
    ])
  })

  it('keep ñ, and are indexed without it too', () => {
    expect(indexTokens('año MAN\u0303ANA ano')).toEqual(['año', 'ano', 'mañana', 'manana'])
  })

  it('are single characters in scripts without spaces, and whole words with their vowel signs elsewhere', () => {
    expect(listTokens('東京タワー कि')).toEqual(['東', '京', 'タ', 'ワ', 'ー', 'कि'])
  })

  it('of a query are few, unique and without those that are prefixes of a longer one', () => {
    expect(queryTerms('can CANTO cantó "canto* ca')).toEqual(['canto'])
    expect(queryTerms(Array.from({ length: 40 }, (_, n) => `word${n}x`).join(' '))).toHaveLength(8)
    expect(queryTerms('?! *')).toEqual([])
    expect(queryTerms('x'.repeat(100))).toEqual(['x'.repeat(40)])
  })
})

describe('highlighting', () => {
  it('marks the matching prefixes in the original spelling', () => {
    expect(hits('Una canción, las Cancio\u0301nes y acanción', 'cancio')).toEqual(['canció', 'Cancio\u0301'])
    expect(hits('Straßenbahn', 'stras')).toEqual(['Straß'])
    expect(hits('el año, el ano', 'año')).toEqual(['año'])
    expect(hits('el año, el ano', 'ano')).toEqual(['año', 'ano'])
    expect(hits('東京タワー', '京 ワ')).toEqual(['京', 'ワ'])
  })

  it('returns a short excerpt around the first match, in one piece', () => {
    const text = `# Heading\n\n${'Some words before. '.repeat(40)}**Canción** \`code\` ${'and after it. '.repeat(40)}`
    const snippet = snippetOf(text, queryTerms('cancion'))
    expect(snippet).toMatch(/^….*before\. Canción code and after it\..*…$/)
    expect(snippet.length).toBeLessThanOrEqual(180)
    expect(snippetOf('- one\n- two', [])).toBe('one two')
  })
})

describe('an excerpt of a long text', () => {
  const long = (words: string) => `${words.repeat(Math.ceil(90_000 / words.length))}# And\n\n**Canción** de cuna`

  it('contains the first match, however far back it is, or the beginning without one', () => {
    const shown = snippetOf(`${long('otra mañana, word ')} ${'and after. '.repeat(300)}`, queryTerms('cancion'))
    expect(shown).toMatch(/^….*And Canción de cuna and after\..*…$/)
    expect(snippetOf(`el año ${long('word ')}`, queryTerms('ano'))).toMatch(/^el año word .*…$/)
    expect(snippetOf(long('Word '), queryTerms('nothing'))).toMatch(/^Word .*…$/)
  })

  it('is made without tokenising the whole text', () => {
    const text = long('one after another ')
    const terms = queryTerms('zebra mountain finch')
    // Some systems count processor time in steps of several milliseconds, so one excerpt may cost nothing.
    const ofForty = (work: () => unknown) => processorMs(() => Array.from({ length: 40 }, work))
    const line = ofForty(() => snippetOf(text, terms))
    const words = ofForty(() => findHits(text, terms))
    expect(line, `${line} ms for the line, ${words} ms for all words`).toBeLessThan(words / 2)
  })
})

describe('a match', () => {
  it('is the same in the index, in a text in memory and in the highlighting', () => {
    const strange = hostileStrings.map((text) => text.slice(0, 80))
    const texts = [...strange, 'Canción de otoño: año nuevo, 東京タワー, Straße, cafe\u0301', 'x'.repeat(90)]
    const some = texts.filter((_, n) => n % 3 === 0).map((text) => text.slice(0, 30))
    const queries = [...some, 'ano', 'año', '京', 'stra', 'x'.repeat(60), 'café']
    const asked = queries.map((query) => ({ query, terms: queryTerms(query) })).filter(({ terms }) => terms.length > 0)
    for (const text of texts) {
      const words = indexTokens(text)
      const held = new WordIndex<string>()
      held.put(text, text)
      for (const { query, terms } of asked) {
        const byIndex = terms.every((term) => words.some((word) => word.startsWith(term)))
        expect(held.list(terms).length > 0, JSON.stringify([text, query])).toBe(byIndex)
        if (!byIndex) continue
        const marked = terms.filter((term) => findHits(text, [term], 1).length > 0)
        expect(marked, JSON.stringify([text, query])).toEqual(terms)
      }
    }
  })
})
