import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Builds in a process of its own: Vite sets NODE_ENV to production and leaves its memory behind, neither of
 * which the server that starts next should inherit. Throws when it fails, which its own output explains.
 */
export async function buildApart(): Promise<void> {
  const script = join(import.meta.dirname, '..', 'build.ts')
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Under `test` the app would be built without its worker.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('scripts/build.ts failed')
}
