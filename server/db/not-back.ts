import { sql } from 'kysely'

/**
 * The new `updated_at` of a row: `time` (ISO 8601), or the stored time if that is later, because clocks of processes
 * may differ. Devices keep the state with the later time (last writer wins).
 */
export const notBack = (time: string) => sql<string>`case when updated_at > ${time} then updated_at else ${time} end`
