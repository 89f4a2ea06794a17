import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty']

/** Exchanges that their users offer for rating, and the ratings of validators (docs/decisions/102). */
export const ratings = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const scoreColumns = axes.map((axis) => `${axis} ${integer} check (${axis} between 0 and 100),`).join('\n')
    const statements = [
      `create table offered_exchanges (
        id ${text} primary key,
        user_id ${integer} not null,
        message_id ${text} not null,
        chat_id ${text} not null,
        question ${text} not null,
        answer ${text} not null,
        language ${text} not null check (language in ('en', 'es')),
        source ${text},
        rubric_version ${text},
        ${scoreColumns}
        offered_at ${text} not null,
        unique (user_id, message_id),
        foreign key (user_id, message_id) references messages (user_id, id) on delete cascade,
        foreign key (user_id, chat_id) references chats (user_id, id) on delete cascade
      ) ${strict}`,
      'create index offered_exchanges_of_chat on offered_exchanges (user_id, chat_id)',
      'create index offered_exchanges_by_time on offered_exchanges (offered_at)',
      `create table exchange_ratings (
        user_id ${integer} not null references users (id) on delete cascade,
        id ${text} not null,
        exchange_id ${text} not null references offered_exchanges (id) on delete cascade,
        kind ${text} not null check (kind in ('rating', 'skip', 'report')),
        ${scoreColumns}
        reason ${text} not null,
        quote ${text} not null,
        created_at ${text} not null,
        primary key (user_id, id),
        unique (user_id, exchange_id)
      ) ${strict}`,
      'create index exchange_ratings_of_exchange on exchange_ratings (exchange_id, kind)',
      `create table rating_assignments (
        user_id ${integer} not null references users (id) on delete cascade,
        exchange_id ${text} not null references offered_exchanges (id) on delete cascade,
        assigned_at ${text} not null,
        primary key (user_id, exchange_id)
      ) ${strict}`,
      'create index rating_assignments_of_exchange on rating_assignments (exchange_id, assigned_at)',
      `alter table validators add column state ${text} not null default 'volunteer'
        check (state in ('volunteer', 'accepted', 'ended'))`,
      `alter table validators add column accepted_at ${text}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
