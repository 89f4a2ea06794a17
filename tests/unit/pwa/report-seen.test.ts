// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportSeen } from '#features/pwa/notifications/report-seen.ts'
import { database } from '#offline/database/database.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { adopt } from '#session/state/session-atom.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

const chatId = '0190a5c0-0000-7000-8000-000000000001'
const messageId = '0190a5c0-0000-7000-8000-000000000002'
const answer = { userId: 7, chatId, messageId, tookMs: 8_000 }

let reports: unknown[]
let status: number
beforeEach(async () => {
  reports = []
  status = 204
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    reports.push(await new Request(input, init).json())
    return new Response(null, { status })
  })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })
  await saveDeviceSetting(database(), 'notifications', 'on')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the end of an answer', () => {
  it('is reported as seen by a visible page that shows its chat', async () => {
    await reportSeen(answer, chatId)
    expect(reports).toEqual([{ message: messageId }])
  })

  it('is not reported by a page in the background, although it reads the stream', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await reportSeen(answer, chatId)
    expect(reports).toEqual([])
  })

  it('is not reported by a page that shows another chat', async () => {
    await reportSeen(answer, messageId)
    await reportSeen(answer, undefined)
    expect(reports).toEqual([])
  })

  it('is not reported where notifications are off, because no push message would be sent', async () => {
    await saveDeviceSetting(database(), 'notifications', 'declined')
    await reportSeen(answer, chatId)
    expect(reports).toEqual([])
  })

  it('may stay unreported when the server does not respond', async () => {
    status = 503
    await expect(reportSeen(answer, chatId)).resolves.toBeUndefined()
    expect(reports).toEqual([{ message: messageId }])
  })
})
