import type { Api } from '#api/client.ts'
import type { CompanionDatabase } from '../database/database.ts'

export interface SyncOptions {
  db: CompanionDatabase
  api: Api
  userId: number
  signal?: AbortSignal | undefined
  /** Whether a sync that began before this call does not count, because it may have missed the latest changes. */
  isFresh?: boolean
}
