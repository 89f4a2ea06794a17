import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Codes for discounts and gifts, where they were used, and the discounts of subscriptions. */
export const promotionCodes = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict, id } = dialectOf(engine)
    const codeId = `code_id ${integer} references promotion_codes (id) on delete set null`
    const statements = [
      `create table promotion_codes (
        id ${id},
        code ${text} not null unique,
        kind ${text} not null check (kind in ('discount', 'gift')),
        percent_off ${integer},
        amount_off ${integer},
        currency ${text},
        duration ${text} not null check (duration in ('once', 'repeating', 'forever')),
        duration_months ${integer},
        redemptions_max ${integer},
        redeemed ${integer} not null default 0,
        once_per_user ${integer} not null,
        plan_ids ${text} not null,
        expires_at ${text},
        ended_at ${text},
        created_at ${text} not null
      ) ${strict}`,
      `create table payment_coupons (
        code_id ${integer} not null references promotion_codes (id) on delete cascade,
        source ${text} not null,
        coupon_id ${text} not null,
        created_at ${text} not null,
        primary key (code_id, source)
      ) ${strict}`,
      'create index payment_coupons_by_id on payment_coupons (coupon_id)',
      `alter table checkouts add column ${codeId}`,
      'create index checkouts_of_code on checkouts (code_id)',
      `alter table subscriptions add column ${codeId}`,
      `alter table subscriptions add column discount_until ${text}`,
      'create index subscriptions_of_code on subscriptions (code_id)',
      `alter table sandbox_sessions add column discount ${text}`,
      `alter table sandbox_subscriptions add column discount ${text}`,
      `alter table sandbox_subscriptions add column discount_until ${text}`,
      `alter table sandbox_subscriptions add column next_drops_discount ${integer} not null default 0`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
