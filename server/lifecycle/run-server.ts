import { flushCompileCache } from 'node:module'
import { StartError, startServer } from '../start-server.ts'
import { makeNewFilesPrivate } from '../storage/data-folder.ts'

/** The longest shutdown, in milliseconds, so that the process never hangs. */
const DRAIN_AT_MOST_MS = 20_000

/**
 * Runs the server as a program. It exits with 1 and a message when it cannot start. After SIGTERM or SIGINT it exits
 * with 0, or with 1 when the shutdown fails, takes too long, or a second signal arrives.
 */
export async function runServer(): Promise<void> {
  makeNewFilesPrivate()
  const server = await startServer().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  const { log } = server.dependencies
  // The cache is written now, because a killed process does not write it.
  flushCompileCache()

  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody expected; ending')
    process.exit(1)
  })

  const signals = ['SIGTERM', 'SIGINT'] as const
  const end = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'draining')
    for (const one of signals) process.removeListener(one, end).once(one, () => process.exit(1))
    setTimeout(() => {
      log.error('draining took too long; ending')
      process.exit(1)
    }, DRAIN_AT_MOST_MS).unref()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'draining failed')
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, end)
}
