import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { useChatRows } from '#features/chat/thread/rows/use-chat-rows.ts'
import { database } from '#offline/database/database.ts'
import type { MessageRow } from '#offline/database/rows.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const chatId = '01960000-0000-7000-8000-000000000000'
const EDIT = 'the-edited-question'

/** A chat whose second question was edited after 200 messages: the first exchange and the edited one are its path. */
async function storeEditedChat(firstStored: number): Promise<void> {
  const at = new Date().toISOString()
  const message = (seq: number, more: Partial<MessageRow> = {}): MessageRow => {
    const isQuestion = seq % 2 === 1
    return {
      ...{ userId, id: `message-${seq}`, chat: chatId, seq, content: `Text ${seq}`, status: 'complete', failure: null },
      ...{ role: isQuestion ? 'user' : 'assistant', reply_to: isQuestion ? null : `message-${seq - 1}`, version: 1 },
      ...{ created_at: at, updated_at: at, replaces: null, superseded_by: seq < 3 ? null : EDIT },
      ...{ has_reasoning: false, scores: null, ...more },
    } as MessageRow
  }
  const all = Array.from({ length: 200 }, (_, index) => message(index + 1))
  all.push(message(201, { id: EDIT, replaces: 'message-3', superseded_by: null }))
  all.push(message(202, { reply_to: EDIT, superseded_by: null }))
  await storeChat(chatId, 'Edited')
  await database().messages.bulkPut(all.filter(({ seq }) => seq >= firstStored))
}

function Rows() {
  const { rows } = useChatRows(userId, chatId)
  return rows.map((row) => (row.kind === 'question' ? row.content : 'answer')).join(', ')
}

beforeEach(() => database().messages.clear())

test('a chat is loaded up to its visible beginning although all messages of the loaded pages are hidden', async () => {
  await storeEditedChat(1)
  const page = await render(<Rows />)
  await vi.waitFor(() => expect(page.textContent).toBe('Text 1, answer, Text 201, answer'))
})

test('older messages of a chat with hidden ones are requested again when the network is back', async () => {
  await storeEditedChat(150)
  const session = { ...makeAuthenticated(userId), generation: 1 }
  adopt({ generation: currentState().generation + 1, session } as never)
  const fetched = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  const page = await render(<Rows />)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(page.textContent).toBe('Text 201, answer')
  const before = fetched.mock.calls.length
  await interact(() => window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(before))
})
