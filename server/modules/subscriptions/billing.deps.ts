import type { Dependencies } from '../../dependencies.ts'

/** What every operation needs that calls the payment processor. */
export type BillingDeps = Pick<Dependencies, 'db' | 'engine' | 'now' | 'log' | 'config' | 'payments'>
