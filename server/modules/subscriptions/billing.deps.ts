import type { Dependencies } from '../../dependencies.ts'

/** What everything needs that asks the payment processor. */
export type BillingDeps = Pick<Dependencies, 'db' | 'engine' | 'now' | 'log' | 'config' | 'payments'>
