import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { useSaveLabel } from '#features/library/chat-menu/use-save-label.ts'
import { enqueueProfileChange } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { adopt } from '#session/state/session-atom.ts'
import { render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7

function Labels() {
  const label = useSaveLabel()
  return <output>{`${label(false)}, ${label(true)}`}</output>
}

test('a saved chat is said to expire only where the user has set a time for unsaved chats', async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const page = await render(<Labels />)
  expect(page.textContent).toBe('Save permanently, Remove from saved')
  await enqueueProfileChange(database(), userId, { unsaved_chats_days: 30 })
  await vi.waitFor(() => expect(page.textContent).toBe('Save permanently, Let it expire'))
})
