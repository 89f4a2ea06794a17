import { Dexie, type Table, type Transaction } from 'dexie'
import { DATABASE_NAME } from './database-name.ts'
import { pinnedIndex } from './pinned-index.ts'
import type {
  ChatRow,
  ConflictRow,
  DeletedChatRow,
  DeviceRow,
  DraftRow,
  FileBytesRow,
  FileRow,
  FolderRow,
  MessageRow,
  OutboxEntry,
  ProfileRow,
  SyncRow,
  TagRow,
} from './rows.ts'
import { storedNames } from './stored-names.ts'
import { upgradeBlocked } from './upgrade-blocked.ts'

// On localhost Dexie would by default record a stack trace for every promise, which is slow.
Dexie.debug = false

export interface DatabaseOptions {
  name?: string
  /** A newer build in another tab has upgraded the database and this connection was closed: the page must reload. */
  onOutdated?: () => void
  /** The database was deleted, or stays closed: the screen no longer follows it. */
  onLost?: () => void
  /** The browser has closed the connection, as WebKit does when its storage process ends. Dexie opens another one. */
  onClosed?: () => void
  /** The upgrade is blocked by a tab with an older build. */
  onBlocked?: () => void
}

/** The compound primary key of most tables: user id and row id. Every key begins with the user id. */
export type OwnedKey = [number, string]

/** The local copy of the server's data, and unsent data. Durability is strict: when a write resolves, it is on disk. */
export class CompanionDatabase extends Dexie {
  /** The token record; src/session parses it. */
  declare session: Table<unknown, string>
  declare device: Table<DeviceRow, string>
  declare chats: Table<ChatRow, OwnedKey>
  /** Recently deleted: apart from `chats`, so that nothing that reads chats finds them. Their messages stay stored. */
  declare deletedChats: Table<DeletedChatRow, OwnedKey>
  declare messages: Table<MessageRow, OwnedKey>
  declare folders: Table<FolderRow, OwnedKey>
  declare tags: Table<TagRow, OwnedKey>
  declare drafts: Table<DraftRow, OwnedKey>
  declare outbox: Table<OutboxEntry, number>
  declare sync: Table<SyncRow, OwnedKey>
  declare conflicts: Table<ConflictRow, OwnedKey>
  declare profiles: Table<ProfileRow, OwnedKey>
  declare files: Table<FileRow, OwnedKey>
  /** Apart from `files`, so that no list of files reads their content. */
  declare fileBytes: Table<FileBytesRow, OwnedKey>

  constructor(options: DatabaseOptions = {}) {
    super(options.name ?? DATABASE_NAME, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.use(storedNames)
    this.use(pinnedIndex)
    // Keys and indexes use the stored field names (`stored-names.ts`).
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
    this.version(4).stores({ files: '[account+id]', fileBytes: '[account+id]' })
    this.version(5).stores({
      chats: '[account+id], [account+last_message_at], [account+pinned+last_message_at]',
      deletedChats: '[account+id]',
    })
    this.on('versionchange', ({ newVersion }) => {
      this.close()
      if (newVersion) options.onOutdated?.()
      else options.onLost?.()
    })
    // The app's own `close` fires no such event. Dexie may open the database again: each `ready` adds the listener.
    this.on('ready', () => this.backendDB().addEventListener('close', () => options.onClosed?.()), true)
    this.on('blocked', () => options.onBlocked?.())
  }
}

/** Upgrade from version 1: a chat without unsent changes is the server's version, so it is copied to `server`. */
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
 * Upgrade to version 3: no message was edited, deleted or scored on this device before. Changes of other devices come
 * with the first sync, which requests all changes.
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

/** Sets the handlers of version conflicts and lost connections, once at startup. */
export function onDatabaseVersion(options: Pick<DatabaseOptions, 'onOutdated' | 'onLost' | 'onClosed'>): void {
  listeners = options
}

/** Notifies the handler of a lost connection, when queries notice it and no event has told. */
export function reportDatabaseLost(): void {
  listeners.onLost?.()
}

/** The shared connection of this page or worker. */
export function database(): CompanionDatabase {
  if (shared) return shared
  shared = new CompanionDatabase({
    onOutdated: () => listeners.onOutdated?.(),
    onLost: () => listeners.onLost?.(),
    onClosed: () => listeners.onClosed?.(),
    onBlocked: () => upgradeBlocked.set(true),
  })
  shared.on('ready', () => upgradeBlocked.set(false), true)
  return shared
}
