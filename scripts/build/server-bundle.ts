import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** Packages with native code, and one that makes the log readable where it is installed. */
const external = [/^sharp$/, /^@node-rs\/argon2$/, 'pg-native', 'pino-pretty']

/** Bundles the server with its packages into `folder`. `main.js` starts it; the other files are in `assets`. */
export async function bundleServer(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'server/main.ts'),
    platform: 'node',
    external,
    plugins: [workerThreads()],
    // Warnings are about eval, unused code and import cycles in packages, which we cannot change.
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', chunkFileNames: 'assets/[name]-[hash].js' })
  await bundle.close()
}

/**
 * Makes a chunk of each worker thread's file, which a module beside it names by a `new URL('./…ts', import.meta.url)`.
 */
function workerThreads(): Plugin {
  const address = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g
  return {
    name: 'worker-threads',
    transform: {
      filter: { id: /\/server\/.+\.ts$/, code: address },
      handler(code, id) {
        return code.replace(address, (_match, file: string) => {
          const reference = this.emitFile({ type: 'chunk', id: join(id, '..', file) })
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
        })
      },
    },
  }
}
