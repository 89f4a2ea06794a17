import { Dexie, type Table, type Transaction } from 'dexie'
import { DATABASE_NAME } from './database-name.ts'
import type {
  ChatRow,
  ConflictRow,
  DeviceRow,
  DraftRow,
  FolderRow,
  MessageRow,
  OutboxEntry,
  ProfileRow,
  SyncRow,
  TagRow,
} from './rows.ts'
import { storedNames } from './stored-names.ts'
import { upgradeBlocked } from './upgrade-blocked.ts'

// On this machine's own addresses Dexie would trace each of its promises; the app is tried here as people have it.
Dexie.debug = false

export interface DatabaseOptions {
  name?: string
  /** A newer build in another tab upgrades the database; this connection has closed itself. Ask for a reload. */
  onOutdated?: () => void
  /** The browser has closed or deleted the database under this page: what is shown no longer follows it. */
  onLost?: () => void
  /** The upgrade waits for a tab of an older build. */
  onBlocked?: () => void
}

/** User id and row id; user id and chat id; and so on: every key begins with the user. */
export type OwnedKey = [number, string]

/** The copy of the server's chats, and what the server does not have yet. Strict: a promise kept is on disk. */
export class CompanionDatabase extends Dexie {
  /** The token record; src/session parses it. */
  declare session: Table<unknown, string>
  declare device: Table<DeviceRow, string>
  declare chats: Table<ChatRow, OwnedKey>
  declare messages: Table<MessageRow, OwnedKey>
  declare folders: Table<FolderRow, OwnedKey>
  declare tags: Table<TagRow, OwnedKey>
  declare drafts: Table<DraftRow, OwnedKey>
  declare outbox: Table<OutboxEntry, number>
  declare sync: Table<SyncRow, OwnedKey>
  declare conflicts: Table<ConflictRow, OwnedKey>
  declare profiles: Table<ProfileRow, OwnedKey>

  constructor(options: DatabaseOptions = {}) {
    super(options.name ?? DATABASE_NAME, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.use(storedNames)
    // Keys and indexes have the stored names of fields (`stored-names.ts`).
    this.version(1).stores({
      session: 'key',
      device: 'key',
      chats: '[account+id], [account+last_message_at]',
      messages: '[account+id], [account+chat+seq]',
      folders: '[account+id]',
      tags: '[account+id]',
      drafts: '[account+chat]',
      outbox: '++order, &id, account, [account+chat]',
      sync: '[account+scope]',
    })
    this.version(2).stores({ conflicts: '[account+id]' }).upgrade(retainServerChats)
    this.version(3).stores({ profiles: '[account+id]' }).upgrade(fillMessages)
    this.on('versionchange', ({ newVersion }) => {
      this.close()
      if (newVersion) options.onOutdated?.()
      else options.onLost?.()
    })
    // Not for a close of our own. Every time that it is opened: Dexie opens it again when asked for something.
    this.on('ready', () => this.backendDB().addEventListener('close', () => options.onLost?.()), true)
    this.on('blocked', () => options.onBlocked?.())
  }
}

/** What version 1 showed was the server's, unless something waited to be laid over it. */
async function retainServerChats(transaction: Transaction): Promise<void> {
  const unsent = new Set((await transaction.table<OutboxEntry>('outbox').toArray()).map(({ queueKey }) => queueKey))
  await transaction
    .table<ChatRow>('chats')
    .filter(({ id, local }) => !local && !unsent.has(id))
    .modify((row) => {
      const { userId: _, ...server } = row
      row.server = server
    })
}

/**
 * Before version 3 nothing was edited, deleted or scored here; what other devices have done since comes with the first
 * sync, which asks for all changes there ever were.
 */
async function fillMessages(transaction: Transaction): Promise<void> {
  const scopes = new Map<string, SyncRow>()
  await transaction
    .table<MessageRow>('messages')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { failure: null, updated_at: row.created_at, replaces: null, superseded_by: null })
      const scope = `chat/${row.chat}`
      const never = { synced_at: new Date(0).toISOString(), next_cursor: null, finished_at: 0 }
      scopes.set(`${row.userId}/${scope}`, { userId: row.userId, scope, ...never })
    })
  await transaction.table<SyncRow>('sync').bulkPut([...scopes.values()])
}

let shared: CompanionDatabase | undefined
let listeners: DatabaseOptions = {}

/** What to do when builds meet over the database; set once, at boot. */
export function onDatabaseVersion(options: Pick<DatabaseOptions, 'onOutdated' | 'onLost'>): void {
  listeners = options
}

/** The one connection of this context. */
export function database(): CompanionDatabase {
  if (shared) return shared
  shared = new CompanionDatabase({
    onOutdated: () => listeners.onOutdated?.(),
    onLost: () => listeners.onLost?.(),
    onBlocked: () => upgradeBlocked.set(true),
  })
  shared.on('ready', () => upgradeBlocked.set(false), true)
  return shared
}
