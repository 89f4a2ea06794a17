import type { CallName } from '#contract/index.ts'

/** Calls of the contract that answer 501 for now; a test holds the list against the routes. */
export const notImplemented: readonly CallName[] = []
