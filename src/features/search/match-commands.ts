import { beginsWith, listTokens } from '#contract/search-tokens.ts'

/** Returns the commands with a word that starts with each of the terms, in order; all commands without terms. */
export function matchCommands<C extends { searchText: string }>(all: readonly C[], terms: readonly string[]): C[] {
  return all.filter(({ searchText }) => {
    const known = listTokens(searchText)
    return terms.every((term) => known.some((word) => beginsWith(word, term)))
  })
}
