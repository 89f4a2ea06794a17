/** SQLSTATEs of PostgreSQL: too many connections, starting or ending, a deadlock, a serialization that failed. */
const STATES = new Set(['53300', '57P01', '57P02', '57P03', '40P01', '40001'])
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'])
/** What the pool says of itself; it gives no code. */
const POOL = /^(?:timeout exceeded when trying to connect|Connection terminated)/
const SQLITE_BUSY = 5

/** Whether the database has no room or time for this just now, and the same may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (POOL.test(error.message)) return true
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return STATES.has(String(code)) || NETWORK.has(String(code)) || errcode === SQLITE_BUSY
}
