import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * Changes of users' own addresses: those that wait for their link, and those that can be undone (docs/decisions/110).
 */
export const emailChanges = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const statements = [
      `create table email_changes (
        token_hash ${text} primary key,
        user_id ${integer} not null references users (id) on delete cascade,
        new_email ${text} not null,
        created_at ${text} not null,
        expires_at ${text} not null,
        confirmed_at ${text},
        old_email ${text},
        old_google_sub ${text},
        undo_hash ${text},
        undone_at ${text}
      ) ${strict}`,
      'create index email_changes_of_user on email_changes (user_id, confirmed_at)',
      'create unique index email_changes_by_undo on email_changes (undo_hash)',
      'create index email_changes_by_old_email on email_changes (old_email)',
      'create index email_changes_by_expiry on email_changes (expires_at)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
