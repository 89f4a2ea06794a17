/** SQLSTATEs of PostgreSQL: too many connections, starting or ending, a deadlock, a serialization that failed. */
const STATES = new Set(['53300', '57P01', '57P02', '57P03', '40P01', '40001'])
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'])
/** What the pool and its connections say of themselves; they give no code. */
const POOL =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
const SQLITE_BUSY = 5

/** Errors that a connection to the database gave: mail and others fail with the same codes of the network. */
const ofDatabase = new WeakSet<Error>()

/** Passes on what a connection to the database gives, and remembers that an error was its own. */
export async function fromDatabase<T>(given: Promise<T>): Promise<T> {
  try {
    return await given
  } catch (error) {
    if (error instanceof Error) ofDatabase.add(error)
    throw error
  }
}

/** Whether the database has no room or time for this just now, and the same may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (POOL.test(error.message)) return true
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return STATES.has(String(code)) || (NETWORK.has(String(code)) && ofDatabase.has(error)) || errcode === SQLITE_BUSY
}
