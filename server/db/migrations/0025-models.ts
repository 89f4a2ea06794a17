import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** The models that users choose, those that write answers, and those that an admin has switched off (decision 089). */
export const models = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, strictByKey } = dialectOf(engine)
    const statements = [
      `alter table chats add column model ${text}`,
      `alter table chat_profiles add column model ${text}`,
      `alter table messages add column model ${text}`,
      `alter table messages add column wanted_model ${text}`,
      `alter table usage_entries add column model ${text}`,
      `create table disabled_models (model ${text} primary key, disabled_at ${text} not null) ${strictByKey}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
