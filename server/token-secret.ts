import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from './data-folder.ts'
import { isSystemError } from './system-error.ts'

/** Anything shorter was not made here: a file that was emptied, or one of somebody's own. */
const LENGTH_MIN = 32

/** The secret of `dataDir/token-secret`, made on first use (256 bits, mode 0600) and kept for ever. Throws when it is too short. */
export function loadTokenSecret(dataDir: string): string {
  const file = join(dataDir, 'token-secret')
  const found = readIfThere(file)
  if (found !== undefined) return found
  prepareDataFolder(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
    // A link never replaces: of two processes that start at once, both read the secret of the first.
    linkSync(draft, file)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function readIfThere(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= LENGTH_MIN) return secret
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
  throw new Error(`${file} is too short to be secret; put the right one in its place, or remove it for a new one`)
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
