import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { activateLanguage } from '#i18n/i18n.ts'
import { database, onDatabaseVersion } from '#offline/database/database.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { reconcileRecord } from '#session/token-record/token-record.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { prompts } from '#ui/feedback/prompt.ts'
import { sayIfLost } from '../../../src/routes/-root/offline-notices.ts'
import { serveUser } from '../../../src/routes/-root/serve-user.ts'

const shown = () => prompts.get().map(({ id }) => id)

/** Closes the connection as WebKit does when its storage process ends; the next reads of the session fail. */
async function closeConnection(failures = 0): Promise<void> {
  await database().open()
  const get = IDBObjectStore.prototype.get
  let left = failures
  const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name !== 'session' || left === 0) return get.call(this, key)
    left -= 1
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  onTestFinished(() => spy.mockRestore())
  forceCloseDatabase(database().backendDB() as never)
}

function signIn() {
  adopt({ generation: currentState().generation + 1, session: { ...makeAuthenticated(7), generation: 1 } })
}

beforeEach(async () => {
  await activateLanguage('en')
  await database().session.clear()
  prompts.set([])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    resetSession()
    vi.useRealTimers()
  })
})

/** Advances the clock until the work is done. */
async function ended(work: Promise<void>): Promise<void> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(100)
    expect(isOver).toBe(true)
  })
  await done
}

describe('a connection to the database that the browser has closed', () => {
  it.each([0, 1, 3])('is no loss where it can be read after %i failures', async (failures) => {
    signIn()
    await reconcileRecord(database(), currentState())
    await closeConnection(failures)
    await ended(sayIfLost(database()))
    expect(shown()).toEqual([])
  })

  it('is no loss where nobody is signed in and nothing is stored', async () => {
    await closeConnection()
    await ended(sayIfLost(database()))
    expect(shown()).toEqual([])
  })

  it('is a loss where the record of the session is gone', async () => {
    signIn()
    await closeConnection()
    await ended(sayIfLost(database()))
    expect(shown()).toEqual(['lost'])
  })

  it('is reported to the user when it cannot be read for some seconds', async () => {
    onTestFinished(() => onDatabaseVersion({}))
    serveUser()
    await closeConnection(4)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100)
      expect(shown()).toEqual(['lost'])
    })
  })
})
