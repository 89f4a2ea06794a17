import 'fake-indexeddb/auto'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { FactList } from '#features/settings/profile/fact-list.tsx'
import { queryProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

const userId = 7
const stored = { userId, draftKey: 'profile/form/fact', fields: {} }

test('Undo adds a forgotten fact under a new id, since the server stores none under an id that was removed', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const fact = { id: newId(), text: 'I keep bees', created_at: '2026-11-21T12:00:00.000Z' }
  const page = await render(
    <>
      <FactList facts={[fact]} stored={stored} heading={{ current: null }} />
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

function Facts() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Memory
      </h3>
      <FactList facts={useChatProfile().memories} stored={stored} heading={heading} />
    </>
  )
}

test('the focus goes from a forgotten fact to the next one, and from the last one to the heading', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const [first, second] = ['I keep bees', 'I play chess'].map((text) => ({ id: newId(), text }))
  const page = await render(<Facts />)
  await changeChatProfile({ memories_remove: (await queryProfile(database(), userId)).memories.map(({ id }) => id) })
  await changeChatProfile({ memories_add: [first, second].flatMap((fact) => fact ?? []) })
  const find = (name: string) => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  const forget = async (text: string) => {
    const button = await waitToRender(() => find(`Delete: ${text}`) ?? expect.fail(`no button for ${text}`))
    await interact(() => {
      button.focus()
      button.click()
    })
    await vi.waitFor(() => expect(find(`Delete: ${text}`)).toBeNull())
  }
  await waitToRender(() => expect(page.querySelectorAll('li')).toHaveLength(2))
  await forget('I keep bees')
  await vi.waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Edit: I play chess'))
  await forget('I play chess')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Memory'))
})

test('the editor sends a fact only when it was changed there, not when another device has changed it meanwhile', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const page = await render(<Facts />)
  await changeChatProfile({ memories_remove: (await queryProfile(database(), userId)).memories.map(({ id }) => id) })
  const id = newId()
  await changeChatProfile({ memories_add: [{ id, text: 'I keep bees' }] })
  const find = (name: string) => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  const pencil = await waitToRender(() => find('Edit: I keep bees') ?? expect.fail('no button'))
  await interact(() => pencil.click())
  await changeChatProfile({
    memories_change: [{ id, text: 'I keep hens' }],
    memories_add: [{ id: newId(), text: 'I cook' }],
  })
  await waitToRender(() => expect(find('Edit: I cook')).not.toBeNull())
  await interact(() => page.querySelector<HTMLFormElement>('li form')?.requestSubmit())
  await waitToRender(() => expect(page.querySelector('li form')).toBeNull())
  const { memories } = await queryProfile(database(), userId)
  expect(memories.find((fact) => fact.id === id)?.text).toBe('I keep hens')
})
