import { type Collection, Dexie, type IndexableTypePart, type Table } from 'dexie'

/**
 * The rows whose compound index starts with these values, such as the user's id, in the order of the rest of the index.
 * `below` ends it before that value of the next part.
 */
export const startingWith = <Row, Key, Insert>(
  table: Table<Row, Key, Insert>,
  index: string,
  values: readonly IndexableTypePart[],
  below: IndexableTypePart = Dexie.maxKey,
): Collection<Row, Key, Insert> => table.where(index).between([...values, Dexie.minKey], [...values, below])
