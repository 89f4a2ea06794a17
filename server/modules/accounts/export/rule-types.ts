import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** How a column is told; or why it is not. `host` of an address, `who` for a user's id, `image` as a data URL. */
export type ExportedAs = 'value' | 'flag' | 'json' | 'host' | 'who' | 'image' | { leftOut: string }

export interface ExportedTable<Columns extends string = string> {
  /** Its name in the file. */
  as: string
  /** At most one row: an object, or null. */
  single?: true
  /** The rows stand in those of the chats. */
  insideChats?: true
  own: (userId: number) => RawBuilder<SqlBool>
  /** Orders the user's rows, each in a place of its own. */
  key: readonly Columns[]
  columns: Readonly<Record<Columns, ExportedAs>>
}

/** Of the tables whose rows name their user. */
export const ofUser = (userId: number) => sql<SqlBool>`user_id = ${userId}`
export const namedAbove = { leftOut: 'the person is named once, at the top' }
