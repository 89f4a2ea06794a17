// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** Opens a connection that, unlike those of the app, stays open when the database is to be deleted. */
async function holdOpen(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
}

/** Advances the clock until a promise has settled, and returns what it has thrown. */
async function settle(work: Promise<void>): Promise<unknown> {
  let end: { error: unknown } | undefined
  work.then(
    () => (end = { error: undefined }),
    (error: unknown) => (end = { error }),
  )
  return vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    if (end === undefined) throw new Error('Still running')
    return end.error
  })
}

describe('erasing the device', () => {
  it('succeeds at the second try, after the connection that held the database open was closed', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const tab = await openTab()
    await tab.signIn(makeAuthenticated())
    const { eraseDevice } = await import('#session/sign-out/erase-device.ts')
    const held = await holdOpen(tab.database().name)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
      offline.mockRestore()
    })
    expect(await settle(eraseDevice())).toMatchObject({ name: 'EraseError' })
    held.close()
    expect(await settle(eraseDevice())).toBeUndefined()
    expect(await indexedDB.databases()).toEqual([])
  })

  it('deletes a database that cannot be emptied', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
    onTestFinished(() => {
      offline.mockRestore()
      reported.mockRestore()
    })
    const tab = await openTab()
    await tab.signIn(makeAuthenticated())
    const { eraseDevice } = await import('#session/sign-out/erase-device.ts')
    const damaged = new DOMException('The table cannot be read', 'UnknownError')
    for (const table of tab.database().tables) vi.spyOn(table, 'clear').mockRejectedValue(damaged)
    await eraseDevice()
    expect(await indexedDB.databases()).toEqual([])
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ name: 'UnknownError' }))
  })
})
