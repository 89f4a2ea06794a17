import { startServer } from '#server/main.ts'

/** The real server, but its death is noticed within two seconds: for tests that kill it. */
await startServer(process.env, { generations: { leaseMs: 1_500, renewMs: 300, sweepMs: 300 } })
