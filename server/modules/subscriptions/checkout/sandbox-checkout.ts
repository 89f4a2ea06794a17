import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { decimalOf, minorUnitsOf, reduced } from '../../../providers/payments/price-parts.ts'
import { asSold } from '../../plans/plan-terms.repository.ts'
import { toPlan } from '../../plans/plans.mappers.ts'
import type { SandboxOutcome } from '../../sandbox/sandbox.ts'
import { findCode } from '../codes/promotion-codes.repository.ts'
import { checkoutEnded, checkoutNotFound } from '../subscriptions.errors.ts'
import { findCheckout } from '../subscriptions.repository.ts'
import { plansAddress, successAddress } from './checkout-urls.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'sandbox'>

/** The content of the sandbox's checkout page, for the user who opened this purchase. */
export async function readSandboxCheckout(
  deps: Deps,
  userId: number,
  session: string,
): Promise<ResponseOf<typeof getSandboxCheckout>> {
  const { db, config } = deps
  const { checkout, status } = await findOwn(deps, userId, session)
  const plan = db.selectFrom('plans').selectAll().where('id', '=', checkout.plan_id)
  const terms = db
    .selectFrom('plan_terms')
    .selectAll()
    .where('id', '=', checkout.terms_id ?? 0)
  const sold = asSold(await plan.executeTakeFirstOrThrow(), await terms.executeTakeFirst())
  const return_url = status === 'open' ? plansAddress(config) : successAddress(config, checkout.id)
  const code = checkout.code_id === null ? undefined : await findCode(db, { id: checkout.code_id })
  const reduced_price = code === undefined ? null : decimalOf(reduced(minorUnitsOf(sold.price), code))
  return { session_id: session, plan: toPlan(sold), reduced_price, status, return_url }
}

/**
 * Pays, declines, or leaves the session open, and returns where the user continues. Throws `conflict` when a session
 * that has ended is to be paid or declined.
 */
export async function answerSandboxCheckout(
  deps: Deps,
  userId: number,
  { session, outcome }: { session: string; outcome: SandboxOutcome | 'leave' },
): Promise<string> {
  const { sandbox, config } = deps
  const { checkout, status } = await findOwn(deps, userId, session)
  if (outcome === 'leave') return plansAddress(config)
  if (sandbox === null || status !== 'open' || !(await sandbox.settle(session, outcome))) throw checkoutEnded()
  return successAddress(config, checkout.id)
}

async function findOwn({ db, sandbox }: Deps, userId: number, session: string) {
  const checkout = await findCheckout(db, userId, session)
  if (sandbox === null || checkout === undefined || checkout.source_id !== session) throw checkoutNotFound()
  const found = await sandbox.payments.findSession(session)
  if (found === undefined) throw checkoutNotFound()
  return { checkout, status: found.status }
}
