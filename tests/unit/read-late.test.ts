import { liveQuery } from 'dexie'
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readDraft, saveDraft } from '#offline/drafts.ts'
import { readLate } from '#offline/read-late.ts'
import { ME, startDevice } from '#support/offline.ts'

it('a late reading is made at once, and after changes once they were painted, for as long as they come', async () => {
  const { db } = await startDevice()
  const chat = uuid()
  await db.open()
  // Time stands still, or a slow machine would take the page for one that nobody sees.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const paint = () => {
    for (const frame of frames.splice(0)) frame(0)
  }
  let readings = 0
  const seen: string[] = []
  const read = () => {
    readings += 1
    return readDraft(db, ME, chat)
  }
  const subscription = liveQuery(readLate(read)).subscribe((text) => seen.push(text))
  onTestFinished(() => subscription.unsubscribe())
  await vi.waitFor(() => expect(seen).toEqual(['']))
  for (const text of ['One', 'Two']) await saveDraft(db, ME, chat, text)
  expect(readings).toBe(1)
  paint()
  await vi.waitFor(() => expect(seen).toEqual(['', 'Two']))
  expect(readings).toBe(2)
  await saveDraft(db, ME, chat, 'Three')
  paint()
  await vi.waitFor(() => expect(seen).toEqual(['', 'Two', 'Three']))
})
