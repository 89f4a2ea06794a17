import { ConfigError } from '../config/config.ts'
import { UNREACHABLE } from '../db/errors/unreachable.ts'
import { isSystemError } from '../lib/system-error.ts'
import { databaseAt } from '../storage/database-at.ts'
import { FolderInUseError } from '../storage/folder-lock.ts'
import { LostDatabaseError } from '../storage/lost-database.ts'
import { SpaceError } from '../storage/require-space.ts'

/** What the server was doing when it failed to start. */
export type StartPhase = 'settings' | 'folder' | 'database' | 'assistant' | 'listen' | 'answers'

export interface StartContext {
  phase: StartPhase
  /** The beginning of the message for an unexpected error; "The server could not start" by default. */
  what?: string
  /** The settings, once they have been read. */
  config?: {
    port: number
    host: string
    dataDir: string
    databaseUrl: string | null
    databaseDirectUrl?: string | null
  }
  /** The setting with the address of the database that is being connected; DATABASE_URL by default. */
  database?: 'DATABASE_DIRECT_URL'
}

/** Primary result codes of SQLite: what is wrong with the file. */
const sqliteReasons: Record<number, string> = {
  5: 'is locked by another program',
  8: 'cannot be written to',
  10: 'cannot be read or written; is the disk full or broken?',
  11: 'is damaged; put a backup in its place',
  14: 'cannot be opened',
  26: 'is not a SQLite database',
}
const SQLITE_FULL = 13

const FOLDER_CLOSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/** Explains why the server did not start and how to fix it, one line for each problem, without a stack. */
export function explainStartError(error: unknown, context: StartContext): string {
  if (error instanceof ConfigError) return error.problems.map((problem) => `Wrong setting: ${problem}`).join('\n')
  if (error instanceof FolderInUseError) {
    return `Another server is already running on ${error.dataDir}. Stop it, or choose another folder with DATA_DIR.`
  }
  if (error instanceof LostDatabaseError) {
    return `The database ${error.file} is missing or empty, though there was one. Put a backup in its place (README, "Back it up"), or remove ${error.secretFile} to start anew without any accounts.`
  }
  const { config } = context
  const folder = config?.dataDir ?? 'the data folder'
  const databaseUrl = context.database === undefined ? config?.databaseUrl : config?.databaseDirectUrl
  if (isSystemError(error, 'ENOSPC') || isSystemError(error, 'EDQUOT') || sqliteCode(error) === SQLITE_FULL) {
    return `The disk is full: nothing can be written to ${folder}. Make room, or choose another folder with DATA_DIR.`
  }
  const reason = sqliteReasons[sqliteCode(error) ?? -1]
  if (reason !== undefined) return `The database in ${folder} ${reason}.`
  if (isSystemError(error)) {
    if (context.phase === 'listen') return explainListening(error.code, config)
    if (context.phase === 'database' && databaseUrl)
      return explainPostgres(error, databaseUrl, context.database ?? 'DATABASE_URL')
    if (FOLDER_CLOSED.has(error.code)) {
      return `The folder ${error.path ?? folder} cannot be written to (${error.code}). Choose another with DATA_DIR.`
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  const isOfDatabase = context.phase === 'database' && !(error instanceof SpaceError)
  if (isOfDatabase && databaseUrl) return `${databaseAt(databaseUrl)}: ${firstLine(message)}.`
  return `${context.what ?? 'The server could not start'}: ${firstLine(message)}.`
}

function explainListening(code: string, config: StartContext['config']): string {
  const address = config === undefined ? 'The address' : `Port ${config.port} of ${config.host}`
  if (code === 'EADDRINUSE') return `${address} is taken. Stop what runs there, or choose another with PORT.`
  if (code === 'EACCES') return `${address} is reserved by the system. Choose one above 1023 with PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${address}: this machine has no such address. See HOST.`
  return `${address} cannot be listened on (${code}).`
}

function explainPostgres(error: Error & { code: string }, databaseUrl: string, setting: string): string {
  const { code } = error
  const database = databaseAt(databaseUrl)
  if (UNREACHABLE.includes(code))
    return `${database} cannot be reached (${code}). Is it running, and is ${setting} right?`
  if (code === '28P01' || code === '28000') return `${database} refuses the name or password in ${setting}.`
  if (code === '3D000') return `${database} does not exist. Make it with createdb, or correct ${setting}.`
  return `${database}: ${firstLine(error.message)} (${code}).`
}

function sqliteCode(error: unknown): number | undefined {
  const isSqlite = isSystemError(error, 'ERR_SQLITE_ERROR') && 'errcode' in error
  return isSqlite && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? text).replace(/\.$/, '')
