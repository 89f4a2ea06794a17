import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { type Api, createApi } from '#api/client.ts'
import type { Locks } from '#api/with-lock.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { type FlushOptions, flush } from '#offline/flush/flush.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { nobody } from '#session/state/session-state.ts'
import { changeRecord, createRecordTokens, readRecord } from '#session/token-record/token-record.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import type { TestEnvironment } from './chaos-environment.ts'
import type { Ledger } from './ledger.ts'

// Dexie may have been loaded before there was any IndexedDB.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

/** A browser context without a screen: its storage, its token record and its client, as in the worker. */
export class Client {
  readonly db: CompanionDatabase
  readonly api: Api
  readonly #locks: Locks | undefined
  /** Milliseconds by which the virtual clock is ahead. */
  ahead = 0
  /** The number of refreshes that the server has rejected for good. */
  refusals = 0

  /** Contexts with the same `name` belong to one browser. */
  constructor(environment: TestEnvironment, { name, locks }: { name?: string; locks?: Locks | undefined } = {}) {
    this.#locks = locks
    this.db = new CompanionDatabase({ name: name ?? `chaos-${uuid()}` })
    onTestFinished(() => this.db.close())
    const tokens = createRecordTokens(this.db, async () => {
      this.refusals += 1
    })
    this.api = createApi({ baseUrl: environment.proxy.url, tokens, language: () => 'en', locks })
  }

  async signIn({ authenticated: { user, access, refresh } }: ApiUser): Promise<void> {
    await changeRecord(this.db, nobody, () => ({ user, access, refresh }))
  }

  /** Types a message into a chat, and creates the chat unless the server knows it. */
  async type(ledger: Ledger, { authenticated: { user } }: ApiUser, chatId: string, words: string) {
    const content = ledger.enter(user.id, chatId, words)
    const id = await enqueueMessage(this.db, { userId: user.id, chatId, content, newChat: {} })
    return { id, content }
  }

  flush({ authenticated: { user } }: ApiUser, more: Partial<FlushOptions> = {}): ReturnType<typeof flush> {
    const now = () => Date.now() + this.ahead
    return flush({ db: this.db, api: this.api, userId: user.id, now, random: () => 0, locks: this.#locks, ...more })
  }

  /** Flushes whenever an entry is due, in virtual time, until none waits for a time. Returns the number of flushes. */
  async flushUntilQuiet(user: ApiUser, most = 60): Promise<number> {
    for (let runs = 1; runs <= most; runs += 1) {
      const { nextAt } = await this.flush(user)
      if (nextAt === null) return runs
      this.ahead = Math.max(this.ahead, nextAt - Date.now())
    }
    throw new Error(`Something still waits after ${most} tries`)
  }

  /** The session of the signed-in user: the user and both tokens; null when nobody is signed in. */
  async session() {
    return (await readRecord(this.db))?.session ?? null
  }

  async waiting({ authenticated: { user } }: ApiUser) {
    return readEntries(this.db, user.id)
  }
}

/** Web Locks as in a browser, shared by the contexts that get the same object. */
export function makeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    request: <T>(name: string, _options: object, work: () => Promise<T>): Promise<T> => {
      const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(
        name,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}
