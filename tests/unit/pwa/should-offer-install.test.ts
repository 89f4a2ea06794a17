import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { isFittingMoment, recordFirstVisit } from '#features/pwa/install/should-offer-install.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { ME, startDevice } from '#support/device/device.ts'

test('the time of the first visit is when the page was opened, and is stored once', async () => {
  const { db } = await startDevice()
  await recordFirstVisit(db)
  const opened = await readDeviceSetting(db, 'first_visit')
  expect(opened).toBeGreaterThan(0)
  // Opened before this file was loaded: an answer in the first second counts.
  expect(opened).toBeLessThanOrEqual(performance.timeOrigin)
  await recordFirstVisit(db, Date.now() + 86_400_000)
  expect(await readDeviceSetting(db, 'first_visit')).toBe(opened)
})

test('the install offer appears after the second answer since the first visit, and earlier answers do not count', async () => {
  const { db } = await startDevice()
  const opened = Date.now()
  await recordFirstVisit(db, opened)
  const answer = (msecs: number, status = 'complete') =>
    db.messages.put({ userId: ME, id: uuid({ msecs }), role: 'assistant', status } as never)
  for (const earlier of [1, 2, 3]) await answer(opened - earlier * 60_000)
  await answer(opened)
  expect(await isFittingMoment(db, ME, opened)).toBe(false)
  await answer(opened + 1, 'streaming')
  expect(await isFittingMoment(db, ME, opened)).toBe(false)
  await answer(opened + 2)
  expect(await isFittingMoment(db, ME, opened)).toBe(true)
})
