import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

const scoreNames = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty', 'pcs', 'ics']

/** The scores of answers; each row is also the job that computes them (docs/decisions/027). */
export const scores = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const statements = [
      `create table scores (
        user_id ${integer} not null,
        message_id ${text} not null,
        chat_id ${text} not null,
        state ${text} not null check (state in ('queued', 'running', 'scored', 'failed')),
        owner ${text},
        lease_expires_at ${text},
        attempts ${integer} not null default 0,
        ${scoreNames.map((name) => `${name} ${integer} check (${name} between 0 and 100),`).join('\n        ')}
        reasons ${text} not null default '{}',
        source ${text} check (source in ('model', 'practice', 'validator')),
        rubric_version ${text},
        prompt_tokens ${integer},
        completion_tokens ${integer},
        queued_at ${text} not null,
        scored_at ${text},
        primary key (user_id, message_id),
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
      ) ${strict}`,
      'create index scores_of_chat on scores (user_id, chat_id)',
      `create index scores_to_make on scores (queued_at) where state in ('queued', 'running')`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
