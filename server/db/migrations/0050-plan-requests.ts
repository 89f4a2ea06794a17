import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The idempotency key by which an admin's app created a plan; null without one. Nulls do not violate the index. */
export const planRequests = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    await sql.raw(`alter table plans add column request_id ${text}`).execute(db)
    await sql.raw('create unique index plans_by_request on plans (request_id)').execute(db)
  },
})
