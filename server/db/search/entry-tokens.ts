import { indexTokens } from '#contract/search-tokens.ts'

/** Characters of one text that are indexed. */
const TEXT_MAX = 100_000

/** Whether a token is of a chat's title or of a message: the two are searched separately. */
export type TokenSource = 'title' | 'message'

/**
 * Tokens are prefixed with their user's id and source: a search reads the entries of one user only, however many users
 * have the word. The letter after the digits ends the id, so that no id is a prefix of another.
 */
export const userToken = (userId: number, of: TokenSource, token: string): string =>
  `${userId}${of === 'title' ? 't' : 'm'}${token}`

/** The distinct tokens of an entry. */
export const entryTokens = (userId: number, of: TokenSource, text: string): string[] =>
  indexTokens(text.slice(0, TEXT_MAX)).map((token) => userToken(userId, of, token))
