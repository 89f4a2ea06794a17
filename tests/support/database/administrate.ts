import pg from 'pg'
import { inject } from 'vitest'

let pool: pg.Pool | undefined

/**
 * Runs statements that create and drop databases, one after the other, on one connection of this process: a connection
 * for each took PostgreSQL as long as copying a database. It does not keep the process alive.
 */
export async function administrate(statement: string): Promise<void> {
  pool ??= connect()
  await pool.query(statement)
}

function connect(): pg.Pool {
  const one = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  const created = new pg.Pool({ connectionString: inject('postgresUrl'), ...one })
  // At the end of the run PostgreSQL stops first. A connection that broke before is replaced by the next statement.
  created.on('error', () => {})
  return created
}
