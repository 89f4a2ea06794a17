import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * How a column is exported, or why it is left out. `flag`: as a boolean; `json`: parsed; `host`: only that of a URL;
 * `who`: a user id as you or somebody else; `image`, `object`: a data URL of the bytes in the column or in the file
 * store.
 */
export type ExportedAs = 'value' | 'flag' | 'json' | 'host' | 'who' | 'image' | 'object' | { leftOut: string }

export interface ExportedTable<Columns extends string = string> {
  /** The table's name in the file. */
  as: string
  /** At most one row: an object, or null. */
  single?: true
  /** The rows are nested in those of the chats. */
  insideChats?: true
  own: (userId: number) => RawBuilder<SqlBool>
  /** A unique key, which orders the user's rows. */
  key: readonly Columns[]
  columns: Readonly<Record<Columns, ExportedAs>>
}

/** For tables with the column `user_id`. */
export const ofUser = (userId: number) => sql<SqlBool>`user_id = ${userId}`
export const namedAbove = { leftOut: 'the person is named once, at the top' }
