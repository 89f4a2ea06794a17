import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'

export interface Target {
  url: string
  headers?: Record<string, string>
}

const CONNECTIONS = 20
const WARM_UP_REQUESTS = 20_000
const SECONDS = 2

/**
 * Requests a second of each target, after a warm-up (the compiler optimises code by how often it ran, so each gets the
 * same number of requests), in rounds of all targets one after the other, so that a slow moment of the machine affects
 * all of them.
 */
export async function requestsPerSecond<Name extends string>(
  targets: Record<Name, Target>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(targets) as Name[]
  const rates = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (const name of names) await fire(targets[name], { amount: WARM_UP_REQUESTS })
  for (let round = 0; round < rounds; round++) {
    for (const name of names) rates[name].push(await fire(targets[name], { duration: SECONDS }))
  }
  return rates
}

/** Runs `use` beside the plain server of `baseline-server.ts`, which gets the settings as its environment. */
export async function besideBaseline<T>(
  settings: Record<string, string>,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/baseline-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  })
  try {
    const [port] = await once(child.stdout, 'data')
    return await use(`http://127.0.0.1:${String(port).trim()}`)
  } finally {
    child.kill()
  }
}

async function fire(target: Target, length: { amount: number } | { duration: number }): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, ...length })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.url}: ${result.non2xx} refusals and ${result.errors} errors`)
  }
  return result.requests.total / result.duration
}
