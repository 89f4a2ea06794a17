import { startServer } from '#server/main.ts'

/**
 * The real server, but its death is noticed within two seconds, and when it is told to end it waits half a second for
 * running answers: for tests that kill or stop it.
 */
await startServer(process.env, { generations: { leaseMs: 1_500, renewMs: 300, sweepMs: 300, graceMs: 500 } })
