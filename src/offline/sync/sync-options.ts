import type { Api } from '#api/client.ts'
import type { CompanionDatabase } from '../database/database.ts'

export interface SyncOptions {
  db: CompanionDatabase
  api: Api
  userId: number
  signal?: AbortSignal | undefined
}
