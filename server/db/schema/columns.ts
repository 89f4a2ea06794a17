import type { ColumnType } from 'kysely'

export type Flag = 0 | 1
/** ISO 8601 UTC text with milliseconds. */
export type Time = string
/** A column that is never updated. */
export type Fixed<T> = ColumnType<T, T, never>
