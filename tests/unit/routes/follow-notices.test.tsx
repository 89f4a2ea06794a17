import { beforeEach, expect, test, vi } from 'vitest'
import { recordWipe } from '#offline/database/data-loss.ts'
import { upgradeBlocked } from '#offline/database/upgrade-blocked.ts'
import { interact, render } from '#support/browser/render.tsx'
import { ME, startDevice } from '#support/device/device.ts'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { followNotices } from '../../../src/routes/-root/follow-notices.ts'

beforeEach(() => upgradeBlocked.set(false))

/** A user of whom another device renamed two chats, and whose device was cleared. */
async function startTold() {
  const { db } = await startDevice()
  const row = { userId: ME, targetId: 'x', theirs: 'Theirs', created_at: 0 }
  await db.conflicts.bulkPut([
    { ...row, id: 'a', mine: 'A letter to my lawyer' },
    { ...row, id: 'b', mine: 'My illness' },
  ])
  const page = await render(<PromptBar />)
  return { db, page }
}

test('the prompts for a user are closed when they sign out, without running their actions', async () => {
  const { db, page } = await startTold()
  const stop = followNotices(db, ME)
  await vi.waitFor(() => expect(page.textContent).toContain('A letter to my lawyer'))
  await recordWipe(db, ME)
  await interact(() => upgradeBlocked.set(true))
  await vi.waitFor(() => expect(page.textContent).toContain('Another tab holds an older version'))
  await interact(stop)
  await vi.waitFor(() => expect(page.textContent).toBe(''))
  expect(await db.conflicts.count()).toBe(2)
  expect(await db.device.count()).toBe(1)
})

test('texts that load after the user has signed out are not shown', async () => {
  const { db, page } = await startTold()
  upgradeBlocked.set(true)
  followNotices(db, ME)()
  await vi.dynamicImportSettled()
  expect(page.textContent).toBe('')
})
