import { beginsWith, listTokens } from '#contract/search-tokens.ts'

/** Those that have a word beginning with each of the terms, in their order; all of them when nothing is typed. */
export function matchCommands<C extends { words: string }>(all: readonly C[], terms: readonly string[]): C[] {
  return all.filter(({ words }) => {
    const known = listTokens(words)
    return terms.every((term) => known.some((word) => beginsWith(word, term)))
  })
}
