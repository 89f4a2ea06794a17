import { startServer } from '#server/start-server.ts'

/**
 * The real server with leases of one and a half seconds for answers and one second for the newsletter, which waits half
 * a second for running work at shutdown: for tests that kill or stop it.
 */
await startServer(process.env, {
  generations: { leaseMs: 1_500, renewMs: 300, sweepMs: 300, graceMs: 500 },
  newsletter: { leaseMs: 1_000, renewMs: 200, sweepMs: 200, outageMs: [200], graceMs: 500 },
})
