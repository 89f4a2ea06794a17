import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * A volunteer's address is unique within an account, not overall: an account that registers another user's address
 * cannot block that user's own registration. The table is recreated, because SQLite cannot change a unique constraint.
 */
export const validatorsOfAccounts = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, id, strict } = dialectOf(engine)
    const statements = [
      `create table validators_of_accounts (
        id ${id},
        user_id ${integer} not null references users (id) on delete cascade,
        name ${text} not null,
        email ${text} not null,
        created_at ${text} not null,
        unique (user_id, email)
      ) ${strict}`,
      `insert into validators_of_accounts (user_id, name, email, created_at)
        select user_id, name, email, created_at from validators order by id`,
      'drop table validators',
      'alter table validators_of_accounts rename to validators',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
