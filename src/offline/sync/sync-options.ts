import type { Api } from '#api/client.ts'
import type { CompanionDatabase } from '../database/database.ts'

export interface SyncOptions {
  db: CompanionDatabase
  api: Api
  account: number
  signal?: AbortSignal | undefined
}
