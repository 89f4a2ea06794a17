import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema/schema.ts'
import { appError } from '../lib/errors.ts'
import { HOUR_MS, isoTime } from '../lib/time.ts'
import { type Limit, type LimitName, limits } from './rate-limits.ts'

export interface RateLimiter {
  /** Counts one attempt by `who`; throws `rate_limited` with Retry-After above the limit. */
  take(name: LimitName, who: string): Promise<void>
  /** Counts one attempt by `who`; false above the limit. */
  tryTake(name: LimitName, who: string): Promise<boolean>
  /** Resets the counter. */
  reset(name: LimitName, who: string): Promise<void>
}

interface Options {
  db: Kysely<Database>
  /** Milliseconds since 1970. */
  now: () => number
  enabled: boolean
  /** The key of the HMAC that hides names in the database. */
  key: Uint8Array
}

interface Window {
  count: number
  endsAt: number
}

/** How often expired windows are deleted; also once after the start. */
const CLEANUP_INTERVAL_MS = HOUR_MS

/** The counter's name in the database: a keyed hash, so that the table reveals no addresses. */
export const counterName = (key: Uint8Array, name: string, who: string): string =>
  `${name}:${createHmac('sha256', key).update(who).digest('base64url')}`

export function createRateLimiter({ db, now, enabled, key }: Options): RateLimiter {
  // The two are separate, so that a flood from many addresses does not evict the windows of accounts.
  const memory = { address: createMemoryWindows(), account: createMemoryWindows() }
  let nextCleanupAt = 0
  async function count(name: LimitName, who: string): Promise<Window> {
    const limit = limits[name]
    const time = now()
    if (!limit.shared) return memory[limit.by].count(`${name}:${who}`, limit, time)
    if (time >= nextCleanupAt) {
      nextCleanupAt = time + CLEANUP_INTERVAL_MS
      await deleteExpired(db, time)
    }
    return countInDatabase(db, counterName(key, name, who), limit, time)
  }
  return {
    async take(name, who) {
      if (!enabled) return
      const window = await count(name, who)
      if (window.count > limits[name].max) {
        throw appError('rate_limited', { retryAfter: (window.endsAt - now()) / 1000 })
      }
    },
    tryTake: async (name, who) => !enabled || (await count(name, who)).count <= limits[name].max,
    async reset(name, who) {
      const counters = db.deleteFrom('rate_limits')
      const limit = limits[name]
      if (limit.shared) await counters.where('key', '=', counterName(key, name, who)).execute()
      else memory[limit.by].reset(`${name}:${who}`)
    },
  }
}

/** The maximum number of windows of one kind, which bounds the memory; the oldest are evicted first. */
const WINDOWS_MAX = 20_000

function createMemoryWindows() {
  const windows = new Map<string, Window>()
  const count = (key: string, limit: Limit, now: number): Window => {
    const open = windows.get(key)
    if (open !== undefined && open.endsAt > now) {
      open.count += 1
      return open
    }
    windows.delete(key)
    const oldest = windows.keys().next()
    if (windows.size >= WINDOWS_MAX && !oldest.done) windows.delete(oldest.value)
    const window = { count: 1, endsAt: now + limit.windowMs }
    windows.set(key, window)
    return window
  }
  return { count, reset: (key: string) => void windows.delete(key) }
}

/** Counts in one atomic statement, so that concurrent processes lose no attempt. */
async function countInDatabase(db: Kysely<Database>, key: string, limit: Limit, now: number): Promise<Window> {
  const nowText = isoTime(now)
  // Above the limit an attempt costs a read, not a write to the disk.
  const full = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_ends_at'])
    .where('key', '=', key)
    .where('count', '>', limit.max)
    .where('window_ends_at', '>', nowText)
    .executeTakeFirst()
  if (full !== undefined) return { count: full.count, endsAt: Date.parse(full.window_ends_at) }
  const endsAt = isoTime(now + limit.windowMs)
  const row = await db
    .insertInto('rate_limits')
    .values({ key, count: 1, window_ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_limits.window_ends_at <= ${nowText} then 1 else rate_limits.count + 1 end`,
        window_ends_at: sql`case when rate_limits.window_ends_at <= ${nowText} then ${endsAt} else rate_limits.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, endsAt: Date.parse(row.window_ends_at) }
}

async function deleteExpired(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', isoTime(now)).execute()
}
