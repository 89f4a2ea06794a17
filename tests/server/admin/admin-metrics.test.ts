import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { getFigures } from '#contract/endpoints/admin.ts'
import type { Metrics, MetricsDay } from '#contract/objects/admin/metrics.ts'
import { subscriptionStatuses } from '#contract/objects/plan.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { countDays } from '#server/modules/admin-metrics/use-cases/count-days.ts'
import { storeMetrics } from '#server/modules/admin-metrics/use-cases/read-metrics.ts'
import { createCleanupJob } from '#server/modules/housekeeping/cleanup-job.ts'
import { insertTestChat, insertTestMessages, insertTestUser } from '#support/database/insert-rows.ts'
import { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

const seed = Number(process.env.FIGURES_SEED ?? randomInt(2 ** 32))
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Inserts users with subscriptions of every kind and answers over the last sixty days; none begins or ends while the
 * test runs.
 */
async function live(db: Kysely<Database>, now: number, random: SeededRandom): Promise<void> {
  const moment = () => now - (random.between(0, 60 * 144) * 600 + 300) * 1000
  const plans = (await db.selectFrom('plans').select('id').execute()).map(({ id }) => id)
  for (let n = 0; n < 120; n += 1) {
    const id = await insertTestUser(db, `${randomUUID()}@example.org`)
    const created_at = iso(moment())
    await db
      .updateTable('users')
      .set({ created_at } as never)
      .where('id', '=', id)
      .execute()
    for (let count = random.between(0, 3); count > 0; count -= 1) {
      const begun = moment()
      const end = begun + random.between(-1, 50) * DAY_MS
      await db
        .insertInto('subscriptions')
        .values({
          user_id: id,
          plan_id: random.one(plans),
          status: random.one(subscriptionStatuses),
          is_trial: 0,
          source: 'grant',
          source_id: null,
          current_period_start: iso(begun),
          current_period_end: iso(random.next() < 0.1 ? Date.parse(`${iso(end).slice(0, 10)}T00:00:00Z`) : end),
          cancel_at_period_end: 0,
          created_at: iso(begun),
          updated_at: iso(Math.min(now, begun + random.between(0, 20) * DAY_MS)),
        })
        .execute()
    }
    const chat = randomUUID()
    await insertTestChat(db, id, chat)
    await insertTestMessages(
      db,
      id,
      chat,
      Array.from({ length: random.between(1, 6) }, () => 'x'),
    )
    const messages = await db.selectFrom('messages').select('id').where('chat_id', '=', chat).execute()
    for (const message of messages) {
      const role = random.one(['user', 'assistant'] as const)
      const status = random.one(['complete', 'complete', 'failed', 'interrupted'] as const)
      const imported_from = random.one([null, null, 'chatgpt'])
      await db
        .updateTable('messages')
        .set({ role, status, imported_from, created_at: iso(moment()) } as never)
        .where('id', '=', message.id)
        .execute()
    }
  }
}

/** Counts the same metrics by the simplest queries. */
async function naively(db: Kysely<Database>, now: number): Promise<Metrics> {
  const ours = await db.selectFrom('plans').select('id').where('product', '=', 'companion_app').execute()
  const all = await db.selectFrom('subscriptions').selectAll().execute()
  const users = await db.selectFrom('users').select('created_at').execute()
  const messages = await db
    .selectFrom('messages')
    .select(['role', 'status', 'created_at'])
    .where('imported_from', 'is', null)
    .execute()
  const subscriptions = all.filter(({ plan_id }) => ours.some(({ id }) => id === plan_id))
  const on = (day: string) => (row: { created_at: string }) =>
    row.created_at.startsWith(day) && row.created_at <= iso(now)
  const runs = (row: (typeof all)[number]) => row.status === 'active' || row.status === 'trialing'
  const endOf = (row: (typeof all)[number]) => {
    if (runs(row)) return row.current_period_end
    return row.updated_at < row.current_period_end ? row.updated_at : row.current_period_end
  }
  const activeAt = (time: string) =>
    subscriptions.filter((row) => row.status !== 'incomplete' && row.created_at < time && endOf(row) >= time).length
  const active = subscriptions.filter((row) => runs(row) && row.current_period_end > iso(now)).length
  const days: MetricsDay[] = Array.from({ length: 30 }, (_, at) => {
    const date = iso(now - (29 - at) * DAY_MS).slice(0, 10)
    return {
      date,
      active: at === 29 ? active : activeAt(iso(Date.parse(date) + DAY_MS)),
      new_people: users.filter(on(date)).length,
      answers: messages.filter(({ role, status }) => role === 'assistant' && status === 'complete').filter(on(date))
        .length,
    }
  })
  const sum = (name: 'new_people' | 'answers') => days.slice(-7).reduce((total, day) => total + day[name], 0)
  const soon = subscriptions.filter(
    (row) =>
      row.status === 'trialing' && row.current_period_end > iso(now) && row.current_period_end <= iso(now + 7 * DAY_MS),
  )
  return {
    active_subscriptions: active,
    trials_ending: soon.length,
    new_people: sum('new_people'),
    answers: sum('answers'),
    days,
  }
}

describeServerOnEachEngine(`the metrics of the admin panel (seed ${seed})`, (server) => {
  let admin: InsertedUser
  const read = () => server().call(getFigures, { token: admin.token })
  const db = () => server().dependencies.db
  /** The clock advances between two reads, never by a day. */
  const expected = () => naively(db(), server().dependencies.now())

  beforeAll(async () => {
    const { dependencies } = server()
    // Some hours from midnight, so that no test crosses it.
    server().advance(Date.parse(`${iso(Date.now()).slice(0, 10)}T15:00:00Z`) + DAY_MS - Date.now())
    admin = await insertSignedInUser(dependencies, { isAdmin: true })
    const { id: _id, ...plan } = await db().selectFrom('plans').selectAll().limit(1).executeTakeFirstOrThrow()
    await db()
      .insertInto('plans')
      .values({ ...plan, product: 'another_app' })
      .execute()
    await db()
      .transaction()
      .execute((trx) => live(trx, dependencies.now(), new SeededRandom(seed)))
  })

  it('equal a plain count over thirty days', async () => {
    const metrics = await read()
    expect(metrics).toEqual(await expected())
    expect(metrics.days.at(-1)?.active).toBe(metrics.active_subscriptions)
    for (const name of ['active', 'new_people', 'answers'] as const) {
      expect(Math.max(...metrics.days.map((day) => day[name]))).toBeGreaterThan(0)
    }
  })

  it('never become negative, whatever is written between two counts', async () => {
    const { now } = server().dependencies
    const plans = (await db().selectFrom('plans').select('id').execute()).map(({ id }) => id)
    const asked = { plans, first: iso(now() - 29 * DAY_MS).slice(0, 10), now: now(), activeNow: 0 }
    const time = iso(now())
    const times = {
      current_period_start: time,
      current_period_end: iso(now() + DAY_MS),
      created_at: time,
      updated_at: time,
    }
    const gift = {
      user_id: admin.id,
      plan_id: plans[0] ?? 0,
      status: 'active',
      is_trial: 0,
      source: 'grant',
      ...times,
    } as const
    const undone = db()
      .transaction()
      .execute(async (trx) => {
        // More than the number of users: more began today than could have ended.
        const gifts = Array.from({ length: 200 }, () => ({
          ...gift,
          source_id: null,
          cancel_at_period_end: 1 as const,
        }))
        await trx.insertInto('subscriptions').values(gifts).execute()
        throw { days: (await countDays(trx, asked)).map(({ active }) => active) }
      })
    const { days } = await undone.catch((thrown: { days: number[] }) => thrown)
    expect(days).toHaveLength(30)
    expect(days.at(-2)).toBe(0)
    expect(Math.min(...days)).toBe(0)
  })

  it('are the same when they come from stored days, which later deletions do not change', async () => {
    const { dependencies } = server()
    const before = await read()
    const cleanupJob = createCleanupJob(dependencies)
    await Promise.all([cleanupJob.runOnce(), storeMetrics(dependencies)])
    await cleanupJob.stop()
    expect(await db().selectFrom('daily_figures').selectAll().execute()).toHaveLength(28)
    expect(await read()).toEqual(before)

    await db().deleteFrom('users').where('id', '!=', admin.id).execute()
    const after = await read()
    expect(after.days.slice(0, 28)).toEqual(before.days.slice(0, 28))
    expect(after.days.slice(28)).toEqual((await expected()).days.slice(28))

    server().advance(3 * DAY_MS)
    admin = await insertSignedInUser(dependencies, { isAdmin: true })
    const later = await read()
    expect(later.days.slice(0, 25)).toEqual(before.days.slice(3, 28))
    expect(later.days.slice(25)).toEqual((await expected()).days.slice(25))
  })
})
