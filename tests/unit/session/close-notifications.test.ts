import { afterEach, expect, test, vi } from 'vitest'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'

afterEach(() => vi.unstubAllGlobals())

/** A worker with these notifications and a badge on the app's icon; returns what is left of them. */
function stubWorker(...tags: string[]) {
  const shown = new Set(tags)
  const left = { shown, badge: tags.length }
  const getNotifications = async ({ tag }: { tag?: string }) =>
    [...shown].filter((each) => tag === undefined || each === tag).map((each) => ({ close: () => shown.delete(each) }))
  vi.stubGlobal('registration', { getNotifications })
  vi.stubGlobal('navigator', {
    clearAppBadge: async () => {
      left.badge = 0
    },
  })
  return left
}

test('the notifications of one chat are closed alone, and closing all clears the badge too', async () => {
  const left = stubWorker('a chat', 'another')
  await closeNotifications('a chat')
  expect(left).toEqual({ shown: new Set(['another']), badge: 2 })
  await closeNotifications()
  expect(left).toEqual({ shown: new Set(), badge: 0 })
})

test('a browser without notifications and badges has nothing to close', async () => {
  vi.stubGlobal('navigator', {})
  await expect(closeNotifications()).resolves.toBeUndefined()
})
