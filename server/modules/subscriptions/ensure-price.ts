import type { TermsRow } from '../plans/terms.ts'
import type { BillingNeeds } from './billing.needs.ts'

/** The processor's price for terms, made when they are first sold. */
export async function ensurePrice({ db, payments, now }: BillingNeeds, terms: TermsRow): Promise<string> {
  const find = db
    .selectFrom('payment_prices')
    .select('price_id')
    .where('terms_id', '=', terms.id)
    .where('source', '=', payments.kind)
  const known = await find.executeTakeFirst()
  if (known !== undefined) return known.price_id
  const { title, price, currency, interval } = terms
  const made = await payments.createPrice({ key: String(terms.id), title, price, currency, interval })
  await db
    .insertInto('payment_prices')
    .values({ terms_id: terms.id, source: payments.kind, price_id: made, created_at: new Date(now()).toISOString() })
    .onConflict((first) => first.columns(['terms_id', 'source']).doNothing())
    .execute()
  return (await find.executeTakeFirst())?.price_id ?? made
}
