import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rememberFact } from '#data/use-chat-profile.ts'
import { ProposalChip } from '#features/chat/memory/proposal-chip.tsx'
import { queryProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { entryStored } from '#offline/outbox/entry-events.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { signIn } from '#session/session-actions.ts'
import { interact, render, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

test('a proposed fact that cannot be stored remains, and is stored at the next press', async () => {
  const chatId = newId()
  await signIn(makeAuthenticated(7))
  const page = await render(
    <>
      <ProposalChip userId={7} chatId={chatId} />
      <Toaster />
    </>,
  )
  const body = { id: newId(), chat: chatId, content: 'My name is Ana' }
  entryStored({ userId: 7, queueKey: chatId, id: body.id, kind: 'message.send', body } as never)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remember')
  await waitToRender(() => expect(find()).toBeDefined())
  // Text of another direction than the sentence around it would change the order of the words.
  expect(page.querySelector('[dir="auto"]')?.textContent).toBe('My name is Ana')

  const refuse = () => {
    throw new DOMException('No room is left', 'QuotaExceededError')
  }
  database().outbox.hook('creating', refuse)
  onTestFinished(() => database().outbox.hook('creating').unsubscribe(refuse))
  await interact(() => find()?.click())
  await waitToRender(() => expect(page.querySelector('[role="alert"]')).not.toBeNull())
  expect(page.textContent).toContain('My name is Ana')

  database().outbox.hook('creating').unsubscribe(refuse)
  await interact(() => find()?.click())
  await vi.waitFor(() => expect(find()).toBeUndefined())
  const { memories } = await queryProfile(database(), 7)
  expect(memories.map(({ text }) => text)).toEqual(['My name is Ana'])
})

test('a proposed fact is stored once when "Remember" is pressed twice before it is stored', async () => {
  const chatId = newId()
  await signIn(makeAuthenticated(11))
  const page = await render(<ProposalChip userId={11} chatId={chatId} />)
  const body = { id: newId(), chat: chatId, content: 'My name is Ana' }
  entryStored({ userId: 11, queueKey: chatId, id: body.id, kind: 'message.send', body } as never)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remember')
  await waitToRender(() => expect(find()).toBeDefined())
  const added = vi.fn()
  database().outbox.hook('creating', added)
  onTestFinished(() => database().outbox.hook('creating').unsubscribe(added))
  await interact(() => {
    find()?.click()
    find()?.click()
  })
  // The third one waits for the other two, whose transactions are before its own.
  expect(await rememberFact('My name is Ana')).toBe('known')
  expect(added).toHaveBeenCalledOnce()
  expect((await queryProfile(database(), 11)).memories.map(({ text }) => text)).toEqual(['My name is Ana'])
})

test.each(['Remember', 'No thanks'])('the composer has the focus after "%s"', async (answer) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const chatId = newId()
  await signIn(makeAuthenticated(answer.length))
  const page = await render(
    <>
      <form>
        <textarea />
      </form>
      <ProposalChip userId={answer.length} chatId={chatId} />
    </>,
  )
  const body = { id: newId(), chat: chatId, content: 'My name is Ana' }
  const entry = { userId: answer.length, queueKey: chatId, id: body.id, kind: 'message.send', body }
  entryStored(entry as never)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === answer)
  await waitToRender(() => expect(find()).toBeDefined())
  await interact(() => {
    find()?.focus()
    find()?.click()
  })
  await vi.waitFor(() => expect(find()).toBeUndefined())
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('textarea')))
})
