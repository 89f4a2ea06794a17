import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { replicaStaleness, staleReads } from '../telemetry/metrics.ts'
import { openDatabase } from './database.ts'
import type { Database } from './schema/schema.ts'

const CHECK_MS = 1_000
/** Positions of the primary that the replica has not reached yet; of more, the oldest are forgotten. */
const MARKS_MAX = 1_000

interface Replica {
  db: Kysely<Database>
  log: Logger
  isFreshEnough(): boolean
  /** Uses it no more until the next check finds it again. */
  distrust(): void
}

const replicas = new WeakMap<Kysely<Database>, Replica>()

/**
 * Runs a read whose result may be a little older than what was committed last: on the replica of `db`, or on `db`
 * itself when there is none, when it lags more than the setting allows, or when it fails. Never for what an own write
 * must show, for entitlements, quotas, sessions or streams, nor in a transaction.
 */
export async function readStale<T>(db: Kysely<Database>, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const replica = replicas.get(db)
  if (replica === undefined) return read(db)
  if (replica.isFreshEnough()) {
    try {
      const result = await read(replica.db)
      staleReads.inc({ database: 'replica' })
      return result
    } catch (error) {
      replica.log.warn({ err: error }, 'a read failed on the replica; the primary takes it')
      replica.distrust()
    }
  }
  staleReads.inc({ database: 'primary' })
  return read(db)
}

interface Options {
  url: string
  /** The bound: what is older is not read. */
  stalenessMs: number
  log: Logger
  now: () => number
}

/**
 * Lets `readStale` use a streaming replica of `db`. Each second the position in the primary's log is noted; the replica
 * is as fresh as the newest noted position that it has replayed. A time of the last replayed transaction would not do:
 * it grows old while nobody writes, and says nothing when the replica is cut off. Returns the function that ends it.
 */
export async function attachReplica(
  db: Kysely<Database>,
  { url, stalenessMs, log, now }: Options,
): Promise<() => Promise<void>> {
  const { db: replicaDb, close } = await openDatabase({ databaseUrl: url, dataDir: '', log })
  let marks: { at: number; position: bigint }[] = []
  let freshAt = now()
  /** False until a check has found it, and after a read has failed. */
  let isTrusted = false
  let checking: Promise<void> | null = null
  let isReported = false

  async function check(): Promise<void> {
    const at = now()
    const position = await readPosition(db, 'pg_current_wal_lsn')
    if (position !== null) marks = [...marks, { at, position }].slice(-MARKS_MAX)
    const replayed = await readPosition(replicaDb, 'pg_last_wal_replay_lsn')
    if (replayed === null) throw new Error('DATABASE_READ_URL leads to a server that is no streaming replica')
    freshAt = marks.findLast((mark) => mark.position <= replayed)?.at ?? freshAt
    isTrusted ||= marks.some((mark) => mark.position <= replayed)
    marks = marks.filter((mark) => mark.position > replayed)
    isReported = false
  }

  function tick(): void {
    replicaStaleness.set((now() - freshAt) / 1000)
    checking ??= check()
      .catch((error: unknown) => {
        if (!isReported) log.warn({ err: error }, 'the replica could not be checked; the primary takes its reads')
        isReported = true
      })
      .finally(() => {
        checking = null
      })
  }

  const timer = setInterval(tick, CHECK_MS).unref()
  tick()
  replicas.set(db, {
    db: replicaDb,
    log,
    isFreshEnough: () => isTrusted && now() - freshAt <= stalenessMs,
    distrust: () => {
      isTrusted = false
    },
  })
  return async () => {
    clearInterval(timer)
    replicas.delete(db)
    await checking
    await close()
  }
}

/** Reads a position in the write-ahead log; the replay position is null on a server that is no replica. */
async function readPosition(
  db: Kysely<Database>,
  of: 'pg_current_wal_lsn' | 'pg_last_wal_replay_lsn',
): Promise<bigint | null> {
  const { rows } = await sql<{ lsn: string | null }>`select ${sql.raw(of)}()::text as lsn`.execute(db)
  const [high, low] = rows[0]?.lsn?.split('/') ?? []
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
