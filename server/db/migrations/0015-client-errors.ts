import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Counts of errors that browsers reported, one row for equal errors of a day. */
export const clientErrors = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strictByKey } = dialectOf(engine)
    await sql
      .raw(
        `create table client_errors (
          day ${text} not null,
          source ${text} not null,
          code ${text} not null,
          build ${text} not null,
          engine ${text} not null,
          route ${text} not null,
          count ${integer} not null,
          primary key (day, source, code, build, engine, route)
        ) ${strictByKey}`,
      )
      .execute(db)
  },
})
