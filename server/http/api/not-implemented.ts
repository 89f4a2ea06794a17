import type { CallName } from '#contract/index.ts'

/** Calls of the contract that return 501 for now; a test compares the list with the routes. */
export const notImplemented: readonly CallName[] = []
