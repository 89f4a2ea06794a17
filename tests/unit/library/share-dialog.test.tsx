import { beforeAll, expect, it, vi } from 'vitest'
import type { SharedChat } from '#contract/objects/shared-chat.ts'
import { ShareDialog } from '#features/library/dialogs/share-dialog.tsx'
import { api } from '#session/api.ts'
import { interact, render } from '#support/browser/render.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const chat = { id: '01a1fdd1-8811-7634-903a-d4775280000b', title: 'Herons' }
const created_at = '2026-01-01T10:00:00.000Z'

it('The dialog of a shared chat keeps the focus on its main button after each change', async () => {
  const bodies: unknown[] = []
  let share: SharedChat | null = null
  const respond = async ({ method }: { method: string }, { body }: { body?: object }) => {
    if (method === 'GET') return { share }
    if (method === 'DELETE') return undefined
    bodies.push(body)
    const choices = { with_author: false, with_scores: true, ...body }
    const url = 'https://chat.example/share/x'
    share = { chat: chat.id, title: chat.title, url, expires_at: null, created_at, messages: 2, ...choices }
    return share
  }
  vi.spyOn(api, 'call').mockImplementation(respond as never)
  await render(<ShareDialog userId={7} chat={chat} open onClose={() => undefined} />)
  const button = (name: string) =>
    vi.waitFor(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      const found = all.find(({ textContent }) => textContent === name)
      if (!found) throw new Error(`There is no button ${name}`)
      return found
    })
  const press = async (name: string) => {
    const found = await button(name)
    await interact(() => {
      found.focus()
      found.click()
    })
  }
  const expectFocusOn = async (name: string) => {
    const main = await button(name)
    await vi.waitFor(() => expect(document.activeElement).toBe(main))
  }
  await press('Create link')
  await expectFocusOn('Update the page')
  await interact(() => document.querySelectorAll<HTMLElement>('[role="switch"]')[1]?.click())
  await press('Update the page')
  await expectFocusOn('Update the page')
  await press('Stop sharing')
  await expectFocusOn('Create link')
  await press('Create link')
  await expectFocusOn('Update the page')
  const created = { expires_in_days: 30, with_author: false, with_scores: true }
  expect(bodies).toEqual([created, { ...created, expires_in_days: null, with_author: true }, created])
})
