import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** How a tax relates to a price at the processor, and to what a subscription is charged. */
export const taxes = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    const behavior = `${text} check (tax_behavior in ('exclusive', 'inclusive'))`
    const statements = [
      `alter table payment_prices add column tax_behavior ${behavior}`,
      `alter table subscriptions add column tax_behavior ${behavior}`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
