import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { providePostgres } from '#support/database/postgres.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'
import { checkOutPrevious } from './previous-version.ts'
import { loadApp, RolloutClient } from './rollout-client.ts'

/**
 * `npm run test:rollout [-- --from COMMIT] [-- --seconds N]`: rolls this version out over the one before, on one
 * PostgreSQL, while users of the apps of both ask questions and follow their answers, and says what was lost. Needs the
 * history of git.
 */
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '4' } } })
const phaseMs = Number(values.seconds) * 1000
const USERS = 6

type Server = Awaited<ReturnType<typeof startServerProcess>>

const previous = checkOutPrevious(values.from)
const postgres = await providePostgres()
const model = await startModelServer()
const dataDir = mkdtempSync(join(tmpdir(), 'companion-rollout-'))
const name = `companion_rollout_${randomUUID().replaceAll('-', '')}`
await runInPostgres(postgres.url, `create database ${name}`)
const databaseUrl = new URL(postgres.url)
databaseUrl.pathname = `/${name}`
model.otherwise = { paceMs: 40 }
const environment = environmentOf(
  { dataDir, databaseUrl: databaseUrl.href },
  { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', SCORING: 'off', RATE_LIMITS: 'off' },
)

/** Those that take requests, as a proxy would know by /readyz. */
let running: Server[] = []
const started: Server[] = []
const say = (text: string) => console.log(`${(performance.now() / 1000).toFixed(1)} s  ${text}`)

async function start(version: 'old' | 'new'): Promise<Server> {
  const server = await startServerProcess(
    environment,
    version === 'old' ? join(previous.tree, 'server/main.ts') : undefined,
  )
  running = [...running, server]
  started.push(server)
  say(`${version} server started, ${running.length} run`)
  return server
}

async function stop(server: Server): Promise<void> {
  running = running.filter((one) => one !== server)
  const { code } = await server.kill('SIGTERM')
  say(`a server drained and ended with code ${code}, ${running.length} run`)
  if (code !== 0) throw new Error('a server did not drain')
}

const failures: unknown[] = []

/** Whether nothing was lost. */
async function rollOut(): Promise<boolean> {
  const [first, second] = [await start('old'), await start('old')]
  const [oldApp, newApp] = await Promise.all([loadApp(previous.tree), loadApp(root)])
  const servers = () => running.map(({ address }) => address)
  const clients = Array.from({ length: USERS }, (_, i) => new RolloutClient(i % 2 === 0 ? oldApp : newApp, servers))
  await Promise.all(clients.map((client) => client.begin()))
  let done = false
  const work = clients.map((client) => client.work(() => done).catch((error: unknown) => void failures.push(error)))
  say(`${USERS} users write, half of them in the app of ${previous.commit.slice(0, 8)}`)
  await delay(phaseMs)

  const check = await runProgram('scripts/db-check.ts', ['--rolling'], environment)
  console.log(check.stdout.trim())
  if (check.code !== 0) throw new Error(check.stderr)
  await start('new')
  await delay(phaseMs)
  await stop(first)
  const replacement = await start('new')
  await delay(phaseMs)
  if (previous.toleratesNewer) {
    const returned = await start('old')
    await stop(replacement)
    await delay(phaseMs)
    await stop(returned)
  } else say('not tried: to start the version before again, which refuses a newer database')
  await stop(second)
  await start('new')
  await delay(phaseMs)
  done = true
  await Promise.all(work)

  const verdicts = await Promise.all(clients.map((client) => client.judge()))
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  const waits = clients.flatMap((client) => client.waits).sort((a, b) => a - b)
  const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0)
  const lost = sum(verdicts.map((verdict) => verdict.lost))
  const repeated = sum(verdicts.map((verdict) => verdict.repeated))
  say(
    `${waits.length} questions acknowledged, ${lost} lost, ${repeated} repeated, ${failures.length} users stopped by an error`,
  )
  say(
    `${sum(clients.map((client) => client.resumed))} streams went on at another server, ${sum(clients.map((client) => client.retries))} requests were repeated`,
  )
  say(
    `acknowledged after ${at(0.5)} ms in the median, ${at(0.99)} ms at the 99th percentile, ${Math.round(waits.at(-1) ?? 0)} ms at most`,
  )
  for (const failure of failures) console.error(failure)
  return lost + repeated + failures.length === 0 && waits.length > USERS
}

try {
  process.exitCode = (await rollOut()) ? 0 : 1
} finally {
  await Promise.all(started.map((server) => server.kill('SIGKILL')))
  await model.close()
  await runInPostgres(postgres.url, `drop database ${name} with (force)`)
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  previous.remove()
}
