import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Lends the folder that `create` makes, and removes it, also when a signal ends the process, as that of a lost terminal
 * (SIGHUP): without a listener it ends before any `finally`, and the folder contains a database that is not encrypted.
 */
export async function withTemporaryFolder<T>(create: () => string, use: (folder: string) => Promise<T>): Promise<T> {
  const end = (signal: (typeof SIGNALS)[number]) => process.exit(128 + constants.signals[signal])
  let folder: string | undefined
  const remove = () => {
    // What was being written when the process is ended may appear in the folder while it is emptied.
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  // Before there is a folder, so that no signal comes between.
  for (const signal of SIGNALS) process.on(signal, end)
  process.on('exit', remove)
  try {
    folder = create()
    return await use(folder)
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, end)
  }
}
