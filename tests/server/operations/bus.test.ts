import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Bus } from '#server/bus/bus.ts'
import { createMemoryBus } from '#server/bus/memory-bus.ts'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'

const log = pino({ level: 'silent' })
const open: Bus[] = []
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})

function listen(bus: Bus, topic: string): string[] {
  const heard: string[] = []
  bus.subscribe(topic, (payload) => heard.push(payload))
  return heard
}

describe('the event bus within one process', () => {
  it('notifies the listeners of a topic until they unsubscribe', async () => {
    const bus = createMemoryBus()
    const other = listen(bus, 'other')
    const heard: string[] = []
    const stop = bus.subscribe('topic', (payload) => heard.push(payload))
    await bus.publish('topic', 'a')
    await vi.waitFor(() => expect(heard).toEqual(['a']))
    expect(bus.isHeard('topic')).toBe(true)
    stop()
    expect(bus.isHeard('topic')).toBe(false)
    await bus.publish('topic', 'b')
    await bus.publish('other', 'c')
    await vi.waitFor(() => expect(other).toEqual(['c']))
    expect(heard).toEqual(['a'])
  })
})

describe('the event bus between processes on one PostgreSQL', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
  })
  afterAll(() => storage.remove())

  async function connect(): Promise<Bus> {
    const bus = await createPostgresBus(storage.databaseUrl ?? '', log)
    open.push(bus)
    return bus
  }

  async function breakConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: storage.databaseUrl ?? '' })
    await client.connect()
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'companion bus' and datname = current_database()`)
    await client.end()
  }

  it('notifies every process once, including the one that publishes', async () => {
    const [one, two] = [await connect(), await connect()]
    const heard = [listen(one, 'topic'), listen(two, 'topic')]
    await one.publish('topic', 'line 1\nline 2')
    await vi.waitFor(() => expect(heard[1]).toEqual(['line 1\nline 2']))
    await two.publish('topic', 'second')
    await vi.waitFor(() => expect(heard[0]).toEqual(['line 1\nline 2', 'second']))
    expect(heard[1]).toEqual(['line 1\nline 2', 'second'])
  })

  it('sends a burst of 10,000 notices in a few statements, and all of them arrive', async () => {
    const [one, two] = [await connect(), await connect()]
    const heard = listen(two, 'topic')
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    const payloads = Array.from({ length: 10_000 }, (_, i) => `${i}`)
    await Promise.all(payloads.map((payload) => one.publish('topic', payload)))
    await vi.waitFor(() => expect(heard).toHaveLength(payloads.length))
    expect(heard).toEqual(payloads)
    expect(statements.mock.calls.length).toBeLessThan(20)
  })

  it('sends a notice once that is published again while it waits', async () => {
    const [one, two] = [await connect(), await connect()]
    const heard = listen(two, 'topic')
    await Promise.all(Array.from({ length: 500 }, () => one.publish('topic', 'more')))
    await one.publish('topic', 'end')
    await vi.waitFor(() => expect(heard).toContain('end'))
    expect(heard).toEqual(['more', 'end'])
  })

  it('makes every process poll again after a lost connection, and continues', async () => {
    const [one, two] = [await connect(), await connect()]
    const heard = [listen(one, 'topic'), listen(two, 'topic')]
    await breakConnections()
    await vi.waitFor(() => expect(heard.every((list) => list.includes(''))).toBe(true), 5000)
    await one.publish('topic', 'after')
    await vi.waitFor(() => expect(heard[1]).toContain('after'))
  })

  it('makes the other processes poll again when a notification could not be sent', async () => {
    const one = await connect()
    await breakConnections()
    const two = await connect()
    const heard = listen(two, 'topic')
    // Depending on what the system has noticed by now, the notification is sent late, or not at all.
    await one.publish('topic', 'lost')
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), 5000)
  })

  it('fails to start when the database is unreachable', async () => {
    await expect(createPostgresBus('postgres://nobody@127.0.0.1:1/none', log)).rejects.toThrow('ECONNREFUSED')
  })
})
