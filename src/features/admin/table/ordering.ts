/** A key to sort by, descending after a minus. */
export type Ordering<Key extends string> = Key | `-${Key}`

export const sortKeyOf = (ordering: string): string => ordering.replace(/^-/, '')
export const isDescending = (ordering: string): boolean => ordering.startsWith('-')

/**
 * The ordering after a press on a column's heading: the other direction when it is sorted by already. Keys of
 * `latestFirst` begin with the latest.
 */
export function nextOrdering<Key extends string>(
  key: Key,
  current: Ordering<Key>,
  latestFirst: readonly Key[],
): Ordering<Key> {
  if (sortKeyOf(current) === key) return isDescending(current) ? key : `-${key}`
  return latestFirst.includes(key) ? `-${key}` : key
}
