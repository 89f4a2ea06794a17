import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Terms, privacy policy and imprint in versions, and what users have accepted (docs/decisions/111). */
export const legalTexts = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `create table legal_texts (
        document ${text} not null,
        version ${integer} not null,
        text_en ${text} not null,
        text_es ${text} not null,
        revision ${integer} not null,
        asks_consent ${flag} not null,
        changed_at ${text} not null,
        published_at ${text},
        primary key (document, version)
      ) ${strict}`,
      `create table consents (
        user_id ${integer} not null references users (id) on delete cascade,
        statement ${text} not null,
        version ${integer} not null,
        given_at ${text} not null,
        primary key (user_id, statement, version)
      ) ${strictByKey}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
