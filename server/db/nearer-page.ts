import { type RawBuilder, sql } from 'kysely'

/** A part of an ordered list; reversed: of the list in the opposite order, whose rows the caller turns around. */
export interface Page {
  limit: number
  offset: number
  isReversed: boolean
}

/**
 * The page with that number of a list of `count` rows, read from the nearer end of the list: a database reads all rows
 * before a page, so that the last page would take longest.
 */
export function nearerPage(number: number, { size, count }: { size: number; count: number }): Page {
  const offset = (number - 1) * size
  const after = count - offset - size
  if (offset <= after) return { limit: size, offset, isReversed: false }
  const limit = Math.min(size, Math.max(0, count - offset))
  return { limit, offset: Math.max(0, after), isReversed: true }
}

/** The terms of an order, each with whether it descends; reversed, each the other way. */
export function orderBy(
  terms: readonly (readonly [RawBuilder<unknown>, isDescending: boolean])[],
  isReversed: boolean,
): RawBuilder<unknown> {
  return sql.join(
    terms.map(([term, isDescending]) => sql`${term} ${sql.raw(isDescending === isReversed ? 'asc' : 'desc')}`),
  )
}
