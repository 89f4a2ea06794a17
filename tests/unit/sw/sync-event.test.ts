import { expect, onTestFinished, test, vi } from 'vitest'
import { CompanionDatabase } from '#offline/database/database.ts'
import { BACKGROUND_SYNC_TAG } from '#offline/flush/background-sync-tag.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { nobody } from '#session/state/session-state.ts'
import { changeRecord } from '#session/token-record/token-record.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { sendWhatWaits } from '../../../sw/sync-event.ts'

/** Fires a Background Sync while those pages are open and the server fails once; returns what it has then. */
async function fire(paths: string[]): Promise<{ rejected: boolean; questions: string[] }> {
  // The worker opens the database by its real name.
  const db = new CompanionDatabase()
  const { server, tokens } = await startDevice()
  vi.stubGlobal('location', { origin: server.url })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await db.delete()
  })
  await changeRecord(db, nobody, () => ({ ...makeAuthenticated(ME), ...tokens.current }))
  await enqueueMessage(db, { userId: ME, chatId: newId(), content: 'Hello', newChat: {} })
  let hasFailed = false
  server.intercept = () => {
    if (hasFailed) return undefined
    hasFailed = true
    return coded(500, 'internal_error')
  }
  const clients = { matchAll: async () => paths.map((path) => ({ url: `${server.url}${path}` })) }
  const rejected = await new Promise<unknown>((resolve) => {
    const waitUntil = (work: Promise<unknown>) => resolve(work)
    sendWhatWaits({ tag: BACKGROUND_SYNC_TAG, lastChance: false, waitUntil }, { clients })
  }).then(
    () => false,
    () => true,
  )
  return { rejected, questions: server.questions() }
}

test('a background sync goes on trying while only pages are open that the server makes', async () => {
  const pages = ['/legal/terms', '/newsletter?page=2', '/share/abc']
  expect(await fire(pages)).toEqual({ rejected: false, questions: ['Hello'] })
})

test('a background sync leaves later tries to a page of the app', async () => {
  expect(await fire(['/legal/terms', '/chat'])).toEqual({ rejected: true, questions: [] })
})
