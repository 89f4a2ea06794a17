import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { findPostgresBinaries } from '#support/database/postgres-binaries.ts'
import { startPostgres } from '#support/database/start-postgres.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { actAsUser, type Ledger } from './act-as-user.ts'
import { growth, isBounded, judge } from './verdict.ts'

/**
 * `npm run soak [-- --minutes 60 --users 40 --capacity 4 --engine sqlite]`: users write past the capacity of one server
 * for that long. Prints a line a minute; ends with 1 when an acknowledged question was lost or doubled, a probe of its
 * health failed, or, from 20 minutes on, the memory grew.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    users: { type: 'string', default: '40' },
    capacity: { type: 'string', default: '4' },
    engine: { type: 'string', default: 'postgres' },
  },
})
const minutes = Number(values.minutes)
const users = Number(values.users)
const TOKENS = Array.from({ length: 20 }, (_, i) => `word${i} `)
const PACE_MS = 20
const SAMPLE_MS = 5_000
/** Time for collecting garbage before the memory is read. */
const COLLECTS_MS = 500
/** In a shorter run the second sixth still warms up, so its memory is printed and not judged. */
const JUDGED_MINUTES = 20
const PROBE_TIMEOUT_MS = 10_000
const SECRET = 'ten quiet harbours and forty one lanterns'

const ledger: Ledger = {
  ...{ acknowledged: new Map(), answered: new Set(), waits: [] },
  ...{ reconnects: 0, searches: 0, retries: 0, broken: 0 },
}
const samples = { heap: [] as number[], resident: [] as number[], queue: [] as number[] }
const failures: unknown[] = []
let sick = 0

const postgres = values.engine === 'postgres' ? await startPostgres(findPostgresBinaries) : undefined
const model = await startModelServer()
model.otherwise = { tokens: TOKENS, paceMs: PACE_MS }
const env: Record<string, string> = {
  ...{ NODE_ENV: 'development', RATE_LIMITS: 'off', TOKEN_SECRET: SECRET, SCORING: 'on' },
  ...{ ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', ASSISTANT_CONCURRENCY: values.capacity },
  ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
  NODE_OPTIONS: `--expose-gc --import ${join(import.meta.dirname, '../bench/support/collect-garbage.ts')}`,
}
const server = await LiveServer.start(env)
const config = readConfig({ ...env, DATA_DIR: server.folder })

async function soak(): Promise<boolean> {
  const database = await openDatabase(config)
  try {
    await database.db.updateTable('plans').set({ tokens_limit: 2_000_000_000 }).execute()
    const client = createTestClient(server.url)
    const controller = new AbortController()
    const runs = []
    for (let i = 0; i < users; i += 1) {
      const { token } = await insertSignedInUser({ db: database.db, config, now: Date.now })
      const user = { client, token, ledger, random: Math.random }
      runs.push(actAsUser(user, controller.signal).catch((error: unknown) => void failures.push(error)))
    }
    console.log(`${users} users, ${values.capacity} answers at once, on ${database.engine}, for ${minutes} minutes`)
    const until = Date.now() + minutes * 60_000
    for (let minute = 1; Date.now() < until; minute += 1) {
      await watchUntil(Math.min(until, Date.now() + 60_000))
      report(minute)
      // What the model server has recorded would fill the memory of this process.
      for (const list of [model.requests, model.headers, model.judge.requests]) list.splice(0)
    }
    controller.abort()
    await Promise.all(runs)
    return conclude(await judge(database, ledger))
  } finally {
    await database.close()
  }
}

async function watchUntil(end: number): Promise<void> {
  while (Date.now() < end) {
    await delay(Math.min(SAMPLE_MS, Math.max(0, end - Date.now())))
    if (!(await isHealthy())) sick += 1
    server.signal('SIGUSR2')
    await delay(COLLECTS_MS)
    const text = await (await fetch(`${server.listensAt}/metrics`)).text()
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
    samples.heap.push(read('nodejs_heap_size_used_bytes'))
    samples.resident.push(read('process_resident_memory_bytes'))
    samples.queue.push(read('companion_generations_queued'))
  }
}

async function isHealthy(): Promise<boolean> {
  const probe = (path: string) =>
    fetch(`${server.listensAt}${path}`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  return (await Promise.all([probe('/healthz'), probe('/readyz')])).every(Boolean)
}

const megabytes = (bytes: number | undefined) => `${((bytes ?? 0) / 1024 / 1024).toFixed(0)} MB`

function report(minute: number): void {
  const waits = ledger.waits.splice(0).sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`
  const { acknowledged, answered, reconnects, searches, retries, broken } = ledger
  const queue = samples.queue.slice(-12)
  console.log(
    [
      `minute ${minute}: ${acknowledged.size} acknowledged, ${answered.size} answered`,
      `${broken} texts with a gap or a repeat`,
      `${Math.min(...queue)} to ${Math.max(...queue)} waiting`,
      `sent in ${at(0.5)} (median), ${at(0.99)} (99 of 100)`,
      `${reconnects} reconnects, ${searches} searches, ${retries} sent again, ${sick} failed probes`,
      `${megabytes(samples.resident.at(-1))} resident, ${megabytes(samples.heap.at(-1))} of objects`,
    ].join('; '),
  )
}

function conclude({ lost, doubled }: { lost: number; doubled: number }): boolean {
  const [heap, resident] = [growth(samples.heap), growth(samples.resident)]
  console.log(
    `${ledger.acknowledged.size} questions acknowledged, ${lost} lost, ${doubled} doubled, ${sick} failed probes, ${failures.length} users stopped by an error`,
  )
  for (const [what, { from, to }] of Object.entries({ objects: heap, resident })) {
    console.log(`memory (${what}): ${megabytes(from)} in the second sixth, ${megabytes(to)} in the last (medians)`)
  }
  for (const failure of failures) console.error(failure)
  const isWhole = lost + doubled + ledger.broken + sick + failures.length === 0
  const isSteady = minutes < JUDGED_MINUTES || (isBounded(heap) && isBounded(resident))
  return isWhole && ledger.acknowledged.size > 0 && isSteady
}

try {
  process.exitCode = (await soak()) ? 0 : 1
} finally {
  await server.remove()
  await model.close()
  await postgres?.stop()
}
