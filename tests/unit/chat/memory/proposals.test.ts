// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { endProposal, proposalOf, startProposing } from '#features/chat/memory/proposals.ts'
import { readProposedFacts } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { entryStored } from '#offline/outbox/entry-events.ts'
import { resetBrowser } from '#support/browser/tab.ts'
import { ME } from '#support/device/device.ts'

// An earlier file of this process may have left the session record of another user.
beforeAll(resetBrowser)

const say = (chatId: string, content: string) =>
  entryStored({
    userId: ME,
    queueKey: chatId,
    id: uuid(),
    kind: 'message.send',
    body: { chat: chatId, content },
  } as never)

test('a fact in a message that was sent before the page subscribed is proposed too, once', async () => {
  const [first, second] = [uuid(), uuid()]
  say(first, 'My name is Ana')
  const stop = startProposing(ME)
  await expect.poll(() => proposalOf(first)).toBe('My name is Ana')
  endProposal(first)
  stop()
  onTestFinished(startProposing(ME))
  say(second, 'I live in Lyon')
  await expect.poll(() => proposalOf(second)).toBe('I live in Lyon')
  expect(proposalOf(first)).toBeUndefined()
  expect(await readProposedFacts(database(), ME)).toHaveLength(2)
})

test('a fact that differs only in its signs from one that was proposed before is proposed too', async () => {
  const [first, second] = [uuid(), uuid()]
  onTestFinished(startProposing(ME))
  say(first, 'Remember that my blood type is A+')
  await expect.poll(() => proposalOf(first)).toBe('My blood type is A+')
  say(second, 'Remember that my blood type is A-')
  await expect.poll(() => proposalOf(second)).toBe('My blood type is A-')
})
