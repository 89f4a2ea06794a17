import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Ratings of answers and reports about them (docs/decisions/097). */
export const feedback = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, id, strict } = dialectOf(engine)
    const statements = [
      `create table message_feedback (
        id ${id},
        user_id ${integer} not null,
        message_id ${text} not null,
        rating ${text} check (rating in ('helpful', 'not_helpful')),
        reason ${text} check (reason in ('incorrect', 'harmful', 'offensive', 'privacy', 'other')),
        comment ${text} not null,
        include_exchange ${flag} not null check (include_exchange in (0, 1)),
        state ${text} not null check (state in ('open', 'resolved')),
        reported_at ${text},
        replied_at ${text},
        updated_at ${text} not null,
        unique (user_id, message_id),
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
      ) ${strict}`,
      'create index message_feedback_by_report on message_feedback (state, reported_at) where reported_at is not null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
