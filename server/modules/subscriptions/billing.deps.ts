import type { Dependencies } from '../../dependencies.ts'

export type BillingDeps = Pick<Dependencies, 'db' | 'engine' | 'now' | 'log' | 'config' | 'payments'>
