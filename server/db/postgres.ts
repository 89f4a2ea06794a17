import { type Dialect, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import { fromDatabase } from './is-busy.ts'

/** How many connections, and how long a query waits for one, in milliseconds. */
export interface PoolOptions {
  max?: number
  patienceMs?: number
}

/** Type numbers of PostgreSQL that the driver would hand over as text: int8 (ids, counts) and numeric (sums). */
const NUMERIC_TYPES = new Set([20, 1700])

/** `pg` is loaded only here, so that a server on SQLite starts without it. */
export async function postgresDialect(
  databaseUrl: string,
  options: { log?: Logger | undefined; pool?: PoolOptions | undefined },
): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.pool?.max ?? 10,
    connectionTimeoutMillis: options.pool?.patienceMs ?? 5000,
    application_name: 'companion',
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        NUMERIC_TYPES.has(oid) && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const marked = (...given: unknown[]) => {
      const result = query(...given)
      return result instanceof Promise ? fromDatabase(result) : result
    }
    client.query = marked as typeof client.query
  })
  const connect = () => fromDatabase(pool.connect())
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}
