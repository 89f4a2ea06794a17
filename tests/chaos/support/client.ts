import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { type Api, createApi } from '#api/client.ts'
import type { Locks } from '#api/with-lock.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { queryOutbox } from '#offline/database/queries.ts'
import { type FlushOptions, flush } from '#offline/flush/flush.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { nobody } from '#session/state/session-state.ts'
import { changeRecord, createRecordTokens, readRecord } from '#session/token-record/token-record.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import type { Stage } from './chaos-environment.ts'
import type { Ledger } from './ledger.ts'

// Dexie may have been loaded before there was any IndexedDB.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

/** One context of a browser without a screen: its storage, its token record and its client, all as in the worker. */
export class Client {
  readonly db: CompanionDatabase
  readonly api: Api
  readonly #locks: Locks | undefined
  /** Virtual time: how far its clock is ahead. */
  ahead = 0
  /** How often the server has definitely refused to refresh. */
  refusals = 0

  /** A second context of the same browser is given the same `name`. */
  constructor(stage: Stage, { name, locks }: { name?: string; locks?: Locks | undefined } = {}) {
    this.#locks = locks
    this.db = new CompanionDatabase({ name: name ?? `chaos-${uuid()}` })
    onTestFinished(() => this.db.close())
    const tokens = createRecordTokens(this.db, async () => {
      this.refusals += 1
    })
    this.api = createApi({ baseUrl: stage.proxy.url, tokens, language: () => 'en', locks })
  }

  async signIn({ authenticated: { user, access, refresh } }: ApiUser): Promise<void> {
    await changeRecord(this.db, nobody, () => ({ user, access, refresh }))
  }

  /** Types a message into a chat, a new one unless the server knows it. */
  async type(ledger: Ledger, { authenticated: { user } }: ApiUser, chat: string, words: string) {
    const content = ledger.enter(user.id, chat, words)
    const id = await enqueueMessage(this.db, { account: user.id, chat, content, newChat: {} })
    return { id, content }
  }

  flush({ authenticated: { user } }: ApiUser, more: Partial<FlushOptions> = {}): ReturnType<typeof flush> {
    const now = () => Date.now() + this.ahead
    return flush({ db: this.db, api: this.api, account: user.id, now, random: () => 0, locks: this.#locks, ...more })
  }

  /** Flushes whenever something is due, in virtual time, until nothing waits for time. Returns how often. */
  async flushUntilQuiet(user: Person, most = 60): Promise<number> {
    for (let runs = 1; runs <= most; runs += 1) {
      const { nextAt } = await this.flush(user)
      if (nextAt === null) return runs
      this.ahead = Math.max(this.ahead, nextAt - Date.now())
    }
    throw new Error(`Something still waits after ${most} tries`)
  }

  /** Who is signed in here. */
  async session() {
    return (await readRecord(this.db))?.session ?? null
  }

  async waiting({ authenticated: { user } }: ApiUser) {
    return queryOutbox(this.db, user.id)
  }
}

/** Web Locks as a browser has them, for the contexts that are given the same ones. */
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
