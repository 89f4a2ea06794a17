import { sql } from 'kysely'

/**
 * For `updated_at` of a row: a time (ISO 8601), but never an earlier one than the row has, whatever the clocks of the
 * processes say. Devices keep the state with the later time.
 */
export const notBack = (time: string) => sql<string>`case when updated_at > ${time} then updated_at else ${time} end`
