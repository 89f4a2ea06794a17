import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { createApi } from '#api/client.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { type FlushOptions, flush } from '#offline/flush/flush.ts'
import { createSendPace } from '#offline/flush/send-concurrency.ts'
import { type ChatServer, startChatServer } from '../fakes/chat-server/chat-server.ts'
import { type MemoryTokens, memoryTokens } from './memory-tokens.ts'

// Dexie may have been loaded before there was any IndexedDB.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

export const ME = 7

export interface Device {
  db: CompanionDatabase
  server: ChatServer
  tokens: MemoryTokens
  api: ReturnType<typeof createApi>
  userId: number
  /** Flushes as of `clock.now`, at the pace that earlier flushes have left, without locks unless given. */
  flush(more?: Partial<FlushOptions>): ReturnType<typeof flush>
  clock: { now: number }
}

/** Creates an empty storage of a browser and an empty server, both real; deleted when the test ends. */
export async function startDevice(): Promise<Device> {
  const db = new CompanionDatabase({ name: `test-${uuid()}` })
  const server = await startChatServer()
  onTestFinished(async () => {
    await server.close()
    await db.delete()
  })
  const tokens = memoryTokens({ userId: ME, access: 'a1', refresh: 'r1' })
  const api = createApi({ baseUrl: server.url, tokens, language: () => 'en', locks: undefined })
  const clock = { now: Date.now() }
  const common = { db, api, userId: ME, random: () => 0, now: () => clock.now, pace: createSendPace() }
  return { db, server, tokens, api, userId: ME, clock, flush: (more) => flush({ ...common, ...more }) }
}
