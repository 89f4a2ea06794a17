import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// Halves the time to start from the second time on; where the folder cannot be written to, nothing is kept.
enableCompileCache(join(root, 'node_modules', '.cache', 'node'))

const [{ runServer }] = await Promise.all([import('./lifecycle/run-server.ts'), buildApp()])
await runServer()

/** A fresh clone has no app yet. A deployment may leave the sources out. */
async function buildApp(): Promise<void> {
  if (!existsSync(join(root, 'src'))) return
  const { buildIfMissing } = await import('../scripts/build.ts')
  await buildIfMissing().catch((error: unknown) => {
    process.stderr.write(`The app could not be built: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
