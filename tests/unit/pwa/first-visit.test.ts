import { expect, it } from 'vitest'
import { noteFirstVisit } from '#features/pwa/is-fitting-moment.ts'
import { readDeviceSetting } from '#offline/device-settings.ts'
import { startDevice } from '#support/offline.ts'

it('a first visit begins when the page was opened, however late it is noted, and is noted once', async () => {
  const { db } = await startDevice()
  await noteFirstVisit(db)
  const opened = await readDeviceSetting(db, 'first_visit')
  expect(opened).toBeGreaterThan(0)
  // Opened before this file was even read: an answer of the first second counts.
  expect(opened).toBeLessThanOrEqual(performance.timeOrigin)
  await noteFirstVisit(db, Date.now() + 86_400_000)
  expect(await readDeviceSetting(db, 'first_visit')).toBe(opened)
})
