import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import type { Engine } from './db/database.ts'
import type { Database } from './db/schema/schema.ts'
import type { Sandbox } from './modules/sandbox/sandbox.ts'
import type { Assistant } from './providers/assistant/assistant.ts'
import type { AnsweringModels } from './providers/assistant/create-models.ts'
import type { FileStore } from './providers/files/file-store.ts'
import type { Judge } from './providers/judge/judge.ts'
import type { MailQueue } from './providers/mail/mail-queue.ts'
import type { Payments } from './providers/payments/payments.ts'
import type { WebSearch } from './providers/search/web-search.ts'
import type { SpeechService } from './providers/speech/speech.ts'

/** All dependencies of the modules, created once in main.ts (or by a test). */
export interface Dependencies {
  config: Config
  db: Kysely<Database>
  engine: Engine
  bus: Bus
  /** Now, in milliseconds since 1970; a test may move it. */
  now: () => number
  log: Logger
  metrics: Registry
  /** The assistant of the default model of the settings. */
  assistant: Assistant
  models: AnsweringModels
  /** What scores answers; null with SCORING=off. */
  judge: Judge | null
  /** Null without SEARCH_URL. */
  webSearch: WebSearch | null
  /** Null without SPEECH_BASE_URL. */
  speech: SpeechService | null
  /** The bytes of pictures and files in messages. */
  files: FileStore
  /** The queue of outgoing mails; call `mails.post` after the commit. */
  mails: MailQueue
  payments: Payments
  /** The sandbox payment processor; null when a real one is configured. */
  sandbox: Sandbox | null
  erasure: ErasureJob
  /** The id of this process among those on one database; the owner of its generations. */
  processId: string
}

/** Erases the data of deleted rows from the database's files and from the file store, outside of requests. */
export interface ErasureJob {
  /** Requests a run, which starts within two seconds, or ten minutes after the last one. */
  request(): void
  /** Runs after the current run. A run that fails is logged and retried ten minutes later. */
  run(): Promise<void>
  /** Starts no more runs, and aborts the current one: between two steps on SQLite, at once on PostgreSQL. */
  stop(): Promise<void>
}
