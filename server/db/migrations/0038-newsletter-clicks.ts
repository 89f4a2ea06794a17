import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Clicks on links of the newsletter, for readers who agreed to their count (docs/decisions/108). */
export const newsletterClicks = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, id, strict } = dialectOf(engine)
    const statements = [
      `alter table users add column clicks_agreed_at ${text}`,
      `alter table newsletter_subscribers add column clicks_agreed_at ${text}`,
      `alter table newsletter_deliveries
        add column counts_clicks ${flag} not null default 0 check (counts_clicks in (0, 1))`,
      // Without a reader: nothing here can tell who clicked.
      `create table newsletter_links (
        id ${id},
        issue_id ${integer} not null references newsletter_issues (id) on delete cascade,
        number ${integer} not null,
        url ${text} not null,
        clicks ${integer} not null,
        unique (issue_id, number)
      ) ${strict}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
