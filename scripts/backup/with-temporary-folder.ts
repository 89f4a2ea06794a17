import { mkdtempSync, rmSync } from 'node:fs'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Lends a new folder, whose path begins with `prefix`, and removes it, also when SIGINT or SIGTERM ends the process:
 * without a listener a signal ends it before any `finally`, and the folder contains a decrypted database.
 */
export async function withTemporaryFolder<T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> {
  const end = (signal: 'SIGINT' | 'SIGTERM') => process.exit(128 + constants.signals[signal])
  let folder: string | undefined
  const remove = () => {
    // What was being written when the process is ended may appear in the folder while it is emptied.
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  // Before there is a folder, so that no signal comes between.
  for (const signal of SIGNALS) process.on(signal, end)
  process.on('exit', remove)
  try {
    folder = mkdtempSync(prefix)
    return await use(folder)
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, end)
  }
}
