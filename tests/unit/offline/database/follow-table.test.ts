import { expect, onTestFinished, test, vi } from 'vitest'
import { followTable } from '#offline/database/following/follow-table.ts'
import { startDevice } from '#support/device/device.ts'

test('a followed table is read again only after a slow read has ended, so that the newest result comes last', async () => {
  const { db } = await startDevice()
  const reads: PromiseWithResolvers<string>[] = []
  const read = () => {
    const one = Promise.withResolvers<string>()
    reads.push(one)
    return one.promise
  }
  const found: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(followTable(db, 'drafts', read, (result) => found.push(result)))
  vi.advanceTimersByTime(1_000)
  expect(reads).toHaveLength(1)
  await db.drafts.clear()
  vi.advanceTimersByTime(1_000)
  expect(reads).toHaveLength(1)
  reads[0]?.resolve('older')
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.resolve('newer')
  await vi.waitFor(() => expect(found).toEqual(['older', 'newer']))
})
