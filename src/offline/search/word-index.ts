import { indexTokens } from '#contract/search-tokens.ts'

/** As much of one text as the server's index holds. */
const TEXT_MAX = 100_000
/** Numbers of texts that are gone stay in the lists until there are this many, and more than of those that are here. */
const GONE_MAX = 1_000

/**
 * Which texts hold which words: in memory, so that a query looks at lists of numbers and at no text. Texts have numbers,
 * in the order in which they came; a number is never given again.
 */
export class WordIndex<Text> {
  #texts: (Text | undefined)[] = []
  /** By the first character, then by the word: the numbers of the texts with it, ascending. */
  #words = new Map<string, Map<string, number[]>>()
  #here = 0
  /** Since they were last taken out of the lists. */
  #gone = 0

  /** Returns the text's number. */
  put(text: Text, content: string): number {
    const number = this.#texts.push(text) - 1
    this.#here += 1
    for (const word of indexTokens(content.slice(0, TEXT_MAX))) {
      const first = word.charAt(0)
      let words = this.#words.get(first)
      if (words === undefined) {
        words = new Map()
        this.#words.set(first, words)
      }
      const numbers = words.get(word)
      if (numbers === undefined) words.set(word, [number])
      else numbers.push(number)
    }
    return number
  }

  remove(number: number): void {
    if (this.#texts[number] === undefined) return
    this.#texts[number] = undefined
    this.#here -= 1
    this.#gone += 1
  }

  /** Which of the numbers belong to texts with words that begin with all of the terms (`queryTerms`): those whose place holds `terms.length`. */
  find(terms: readonly string[]): Uint8Array {
    this.#tidy()
    const marks = new Uint8Array(this.#texts.length)
    for (const [at, term] of terms.entries()) {
      for (const [word, numbers] of this.#words.get(term.charAt(0)) ?? []) {
        if (!word.startsWith(term)) continue
        // Only what all terms before it have found; a text that has several such words counts once.
        for (const number of numbers) if (marks[number] === at) marks[number] = at + 1
      }
    }
    return marks
  }

  /** The texts that were found, in the order of their numbers. */
  list(terms: readonly string[]): Text[] {
    const marks = this.find(terms)
    return this.#texts.filter((text, number): text is Text => text !== undefined && marks[number] === terms.length)
  }

  #tidy(): void {
    if (this.#gone < GONE_MAX || this.#gone < this.#here) return
    for (const words of this.#words.values()) {
      for (const [word, numbers] of words) {
        const left = numbers.filter((number) => this.#texts[number] !== undefined)
        if (left.length === 0) words.delete(word)
        else if (left.length < numbers.length) words.set(word, left)
      }
    }
    this.#gone = 0
  }
}
