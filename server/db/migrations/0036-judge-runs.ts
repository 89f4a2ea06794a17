import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty']

/** Trials of judges over the exchanges that validators have rated (docs/decisions/103). */
export const judgeRuns = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const scoreColumns = axes.map((axis) => `${axis} ${integer} check (${axis} between 0 and 100),`).join('\n')
    const statements = [
      `create table judge_runs (
        id ${text} primary key,
        model ${text},
        rubric_version ${text} not null,
        state ${text} not null check (state in ('running', 'done', 'stopped', 'failed')),
        started_at ${text} not null,
        ended_at ${text},
        owner ${text},
        lease_expires_at ${text}
      ) ${strict}`,
      // At most one at a time, because each call of a model costs.
      "create unique index judge_runs_running on judge_runs (state) where state = 'running'",
      `create table judge_run_scores (
        run_id ${text} not null references judge_runs (id) on delete cascade,
        exchange_id ${text} not null references offered_exchanges (id) on delete cascade,
        ${scoreColumns}
        tokens ${integer},
        primary key (run_id, exchange_id)
      ) ${strict}`,
      'create index judge_run_scores_of_exchange on judge_run_scores (exchange_id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
