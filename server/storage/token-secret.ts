import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isSystemError } from '../lib/system-error.ts'
import { makePrivate } from './data-folder.ts'

/** The server generates longer secrets, so a shorter file was truncated or edited. */
const LENGTH_MIN = 32

/** The file of the secret when TOKEN_SECRET is not set. */
export const tokenSecretFile = (dataDir: string): string => join(dataDir, 'token-secret')

/** Generates a secret of 256 bits without storing it. */
export const makeTokenSecret = (): string => randomBytes(32).toString('base64url')

/** Reads the secret; undefined without the file. Throws when it is too short. */
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
 * Stores a secret in `dataDir/token-secret` (mode 0600) unless one exists; returns the stored one. Call it after the
 * database was created: a secret without a database means that the database was lost (`refuseLostDatabase`).
 */
export function saveTokenSecret(dataDir: string, secret: string): string {
  const file = tokenSecretFile(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    writeDurably(draft, `${secret}\n`)
    // A link never replaces a file: of two concurrent starts, both get the first secret.
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
