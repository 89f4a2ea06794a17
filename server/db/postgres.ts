import { type Dialect, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import type { Logger } from 'pino'
import { fromDatabase } from './errors/is-busy.ts'
import { PROBE_CLIENT } from './probe-client.ts'

/** The number of connections, and how many milliseconds a query waits for one. */
export interface PoolOptions {
  max?: number
  acquireTimeoutMs?: number
}

/**
 * How long a connection is silent before TCP probes it, every second and ten times: the system would wait two hours. So
 * a database that has vanished is noticed, and a statement that takes long is not ended.
 */
const KEEP_ALIVE_MS = 10_000

/** Type ids of PostgreSQL that the driver would return as text: int8 (ids, counts) and numeric (sums). */
const NUMERIC_TYPES = new Set([20, 1700])

/** Imports `pg` dynamically, so that a server with SQLite starts without loading it. */
export async function postgresDialect(
  databaseUrl: string,
  options: { log?: Logger | undefined; pool?: PoolOptions | undefined },
): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.pool?.max ?? 10,
    connectionTimeoutMillis: options.pool?.acquireTimeoutMs ?? 5000,
    application_name: 'companion',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: async (client) => void (await client.query(PROBE_CLIENT)),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        NUMERIC_TYPES.has(oid) && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // The pool replaces an idle connection that breaks. The connection's own listener logs the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The pool listens to idle connections only: without this, an error of one in use would end the process.
    client.on('error', (error) => options.log?.warn({ err: error }, 'a database connection broke'))
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const marked = (...given: unknown[]) => {
      const result = query(...given)
      return result instanceof Promise ? fromDatabase(result) : result
    }
    client.query = marked as typeof client.query
  })
  const connect = () => fromDatabase(pool.connect())
  return new FirstErrorDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}

/** Rethrows the error that made a transaction fail, even when the rollback fails because the connection is broken. */
class FirstErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new FirstErrorDriver(this.#config)
  }
}

class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]) {
    // Kysely has then marked the connection as broken, so the pool closes it.
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}
