import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { database, onDatabaseVersion } from '#offline/database/database.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'

const lost = (name: string) => new DOMException('Connection to Indexed Database server lost', name)

/** Lets the next reads of the device's settings fail as in WebKit, whose storage process has ended. */
function loseConnection(times: number, name = 'UnknownError') {
  const get = IDBObjectStore.prototype.get
  let left = times
  const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name !== 'device' || left === 0) return get.call(this, key)
    left -= 1
    throw lost(name)
  })
  onTestFinished(() => spy.mockRestore())
  return { failed: () => times - left }
}

/** Returns a function that advances the clock, a tenth of a second at a time, until an assertion holds. */
function useFakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (check: () => void) =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100)
      check()
    })
}

function follow() {
  const [themes, failures]: [unknown[], unknown[]] = [[], []]
  const read = async () => (await database().device.get('theme'))?.value ?? 'system'
  const following = followQuery(read).subscribe(
    (theme) => themes.push(theme),
    (error) => failures.push(error),
  )
  onTestFinished(() => following.unsubscribe())
  return { themes, failures, following }
}

describe('a followed query', () => {
  beforeEach(() => database().device.clear())

  it.each(['UnknownError', 'InvalidStateError'])('goes on after the connection was lost (%s)', async (name) => {
    const { themes, failures } = follow()
    await vi.waitFor(() => expect(themes).toEqual(['system']))
    const connection = loseConnection(2, name)
    await saveDeviceSetting(database(), 'theme', 'dark')
    await vi.waitFor(() => expect(themes).toEqual(['system', 'dark']))
    expect(connection.failed()).toBe(2)
    await saveDeviceSetting(database(), 'theme', 'light')
    await vi.waitFor(() => expect(themes).toEqual(['system', 'dark', 'light']))
    expect(failures).toEqual([])
  })

  it('tells the user once when the connection stays lost, and still goes on when it comes back', async () => {
    onTestFinished(() => onDatabaseVersion({}))
    const until = useFakeTimers()
    const onLost = vi.fn()
    onDatabaseVersion({ onLost })
    const connection = loseConnection(6)
    const { themes, failures } = follow()
    await until(() => expect(connection.failed()).toBe(3))
    expect(onLost).not.toHaveBeenCalled()
    await until(() => expect(themes).toEqual(['system']))
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(failures).toEqual([])
  })

  it('ends with any other error, which is the fault of the query', async () => {
    const failures: unknown[] = []
    const fault = new Dexie.DataError('No valid key')
    followQuery(() => Promise.reject(fault)).subscribe(
      () => expect.fail('a result'),
      (error) => failures.push(error),
    )
    await vi.waitFor(() => expect(failures).toEqual([fault]))
  })

  it('is not tried again after it was left', async () => {
    const until = useFakeTimers()
    const connection = loseConnection(9)
    const { following } = follow()
    await until(() => expect(connection.failed()).toBe(1))
    following.unsubscribe()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connection.failed()).toBe(1)
  })
})
