import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Builds these in a child process: Vite sets NODE_ENV to production and keeps memory allocated, which must not affect
 * the server that starts next. Throws when the build fails; its own output explains the reason.
 */
export async function buildInChildProcess(names: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, '..', 'build.ts')
  const child = spawn(process.execPath, [script, ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // With `test` the app would be built without its service worker.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('scripts/build.ts failed')
}
