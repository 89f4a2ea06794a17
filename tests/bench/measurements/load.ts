import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'

interface Target {
  url: string
  headers?: Record<string, string>
}

/** Requests a second of a plain Hono server and of `target`, alternating, so that a slow moment affects both. */
export async function requestsPerSecond(target: Target, rounds: number): Promise<{ hello: number[]; ours: number[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/baseline-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(child.stdout, 'data')
    const plain = { url: `http://127.0.0.1:${String(port).trim()}/` }
    const hello: number[] = []
    const ours: number[] = []
    for (let round = 0; round < rounds; round++) {
      hello.push(await fire(plain))
      ours.push(await fire(target))
    }
    return { hello, ours }
  } finally {
    child.kill()
  }
}

async function fire(target: Target): Promise<number> {
  const result = await autocannon({ ...target, connections: 20, duration: 4 })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.url}: ${result.non2xx} refusals and ${result.errors} errors`)
  }
  return result.requests.average
}
