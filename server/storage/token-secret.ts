import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isSystemError } from '../lib/system-error.ts'
import { makePrivate } from './data-folder.ts'

/** Anything shorter was not made here: a file that was emptied, or one of somebody's own. */
const LENGTH_MIN = 32

/** Where the secret is kept that was not set. */
export const tokenSecretFile = (dataDir: string): string => join(dataDir, 'token-secret')

/** A new secret of 256 bits, kept nowhere yet. */
export const makeTokenSecret = (): string => randomBytes(32).toString('base64url')

/** The secret of `dataDir/token-secret`; undefined when there is none. Throws when it is too short. */
export function readTokenSecret(dataDir: string): string | undefined {
  const file = tokenSecretFile(dataDir)
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined
    throw error
  }
  if (secret.length >= LENGTH_MIN) return secret
  throw new Error(`${file} is too short to be secret; put the right one in its place, or remove it for a new one`)
}

/**
 * Keeps a secret in `dataDir/token-secret` (mode 0600) for ever, unless there is one; returns the one that is there then.
 * Called once there is a database: a secret without one means that the database was lost (`refuseLostDatabase`).
 */
export function saveTokenSecret(dataDir: string, secret: string): string {
  const file = tokenSecretFile(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    writeDurably(draft, `${secret}\n`)
    // A link never replaces: of two processes that start at once, both get the secret of the first.
    linkSync(draft, file)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  makePrivate(file)
  return readTokenSecret(dataDir) ?? secret
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
