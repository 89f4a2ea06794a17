import { indexTokens } from '#contract/search-tokens.ts'

/** What is indexed of one text. */
const TEXT_MAX = 100_000

/** Whether a word stands in a chat's title or in a message: either is looked up without the other. */
export type TokenSource = 'title' | 'message'

/**
 * Words carry their user's number, and what they are of: a search reads the entries of one user only, however many
 * users have the word, and can find nobody else's. Digits end at a letter, so no number is another's beginning.
 */
export const userToken = (userId: number, of: TokenSource, token: string): string =>
  `${userId}${of === 'title' ? 't' : 'm'}${token}`

/** The words of an entry, each once. */
export const entryTokens = (userId: number, of: TokenSource, text: string): string[] =>
  indexTokens(text.slice(0, TEXT_MAX)).map((token) => userToken(userId, of, token))
