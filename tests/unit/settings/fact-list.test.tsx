import 'fake-indexeddb/auto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FactList } from '#features/settings/profile/fact-list.tsx'
import { queryProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

const userId = 7

it('Undo adds a forgotten fact under a new id, since the server stores none under an id that was removed', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const fact = { id: newId(), text: 'I keep bees', created_at: '2026-11-21T12:00:00.000Z' }
  const page = await render(
    <>
      <FactList facts={[fact]} stored={{ userId, draftKey: 'profile/form/fact', fields: {} }} />
      <Toaster />
    </>,
  )
  const press = async (name: string) => {
    const isNamed = (each: HTMLElement) => [each.ariaLabel, each.textContent].includes(name)
    const button = await waitToRender(
      () => [...page.querySelectorAll('button')].find(isNamed) ?? expect.fail(`no button ${name}`),
    )
    await interact(() => button.click())
  }
  await press('Delete: I keep bees')
  await press('Undo')
  const facts = async () => (await queryProfile(database(), userId)).memories
  await vi.waitFor(async () => expect(await facts()).toMatchObject([{ text: 'I keep bees' }]))
  const [restored] = await facts()
  expect(restored?.id).not.toBe(fact.id)
})
