import { indexTokens } from '#contract/search-tokens.ts'

/** The most characters of a text that are indexed; the server has the same limit. */
const TEXT_MAX = 100_000
/** Removed texts are purged from the lists once there are this many and more of them than live texts. */
const GONE_MAX = 1_000

/**
 * An in-memory inverted index from words to texts: a query reads lists of numbers and no text. Texts are numbered in
 * insertion order; a number is never reused.
 */
export class WordIndex<Text> {
  #texts: (Text | undefined)[] = []
  /** By first character, then by word: the ascending numbers of the texts that contain it. */
  #words = new Map<string, Map<string, number[]>>()
  #here = 0
  /** Number of removed texts since the last purge. */
  #gone = 0

  /** Adds a text and returns its number. */
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

  /** Marks the texts that have, for each of the terms (`queryTerms`), a word beginning with it, by `terms.length`. */
  find(terms: readonly string[]): Uint8Array {
    this.#tidy()
    const marks = new Uint8Array(this.#texts.length)
    for (const [at, term] of terms.entries()) {
      for (const [word, numbers] of this.#words.get(term.charAt(0)) ?? []) {
        if (!word.startsWith(term)) continue
        // Counts only texts that match all earlier terms, and each text once per term.
        for (const number of numbers) if (marks[number] === at) marks[number] = at + 1
      }
    }
    return marks
  }

  /** The matching texts in the order of their numbers. */
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
