import { beginsWith, listTokens } from '#contract/search-tokens.ts'

/** Returns the commands with a word that starts with each of the terms, in order; all commands without terms. */
export function matchCommands<C extends { words: string }>(all: readonly C[], terms: readonly string[]): C[] {
  return all.filter(({ words }) => {
    const known = listTokens(words)
    return terms.every((term) => known.some((word) => beginsWith(word, term)))
  })
}
