import { UNREACHABLE } from './unreachable.ts'

/**
 * SQLSTATEs of PostgreSQL: too many connections, startup or shutdown, a deadlock, a serialization failure, and a
 * connection that is lost.
 */
const STATES = new Set(['53300', '57P01', '57P02', '57P03', '40P01', '40001', '08000', '08003', '08006'])
/** PgBouncer has it for all its errors, also for a database that it cannot reach; as FATAL it ends the connection. */
const POOLER_STATE = '08P01'
const NETWORK = new Set([...UNREACHABLE, 'ECONNRESET', 'EPIPE'])
/** Messages of the pool and its connections; these errors have no code. */
const POOL =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
/** The low byte of an extended result code is the code itself. */
const SQLITE_BUSY = 5

/** Errors that database operations have thrown; a network code alone does not tell, as mail fails with the same ones. */
const ofDatabase = new WeakSet<Error>()

/** Awaits a database operation and records its error in `ofDatabase`. */
export async function fromDatabase<T>(given: Promise<T>): Promise<T> {
  try {
    return await given
  } catch (error) {
    if (error instanceof Error) ofDatabase.add(error)
    throw error
  }
}

/** Whether the database is overloaded or unavailable for now, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (POOL.test(error.message)) return true
  const { code, errcode, severity } = error as { code?: unknown; errcode?: unknown; severity?: unknown }
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_BUSY
  if (code === POOLER_STATE) return severity === 'FATAL'
  return STATES.has(String(code)) || (NETWORK.has(String(code)) && ofDatabase.has(error))
}
