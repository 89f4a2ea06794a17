import { expect, test, vi } from 'vitest'
import { activateLanguage } from '#i18n/i18n.ts'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueRating } from '#offline/ratings/exchanges.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'
import { followNotices } from '../../../src/routes/-root/follow-notices.ts'

const { toastError } = vi.hoisted(() => ({ toastError: vi.fn() }))
vi.mock('#ui/feedback/toast.ts', () => ({ toastError }))

test('a rating of something that was withdrawn leaves the queue, and its validator is told why', async () => {
  await activateLanguage('en')
  const device = await startDevice()
  const stop = followNotices(device.db, ME)
  device.server.intercept = ({ path }) => (path === '/companion/ratings/' ? coded(410, 'withdrawn') : undefined)
  const skip = { kind: 'skip', scores: null, reason: '', quote: '' } as const
  await enqueueRating(device.db, ME, { ...skip, exchange: crypto.randomUUID() })
  await device.flush()
  await vi.waitFor(async () => expect(await readEntries(device.db, ME)).toEqual([]))
  expect(toastError.mock.calls).toEqual([
    ['This exchange is no longer offered in this form, so your rating was not stored'],
  ])
  stop()
})
