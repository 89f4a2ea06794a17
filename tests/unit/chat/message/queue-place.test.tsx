import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import type { MessageRow } from '#offline/database/rows.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { setAnswer } from '#offline/stream/live-answers.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact } from '#support/browser/render.tsx'

beforeEach(() => queryClient.clear())

test('an answer for which the server has no room shows how many are before it, until its text begins', async () => {
  const [chat, question, answer] = [newId(), newId(), newId()]
  await storeChat(chat, 'Tides')
  const time = new Date().toISOString()
  const both = { userId, chat, created_at: time, updated_at: time, version: 1, failure: null, has_reasoning: false }
  await database().messages.bulkPut([
    { ...both, id: question, role: 'user', content: 'When?', status: 'complete', seq: 1 },
    { ...both, id: answer, role: 'assistant', content: '', status: 'streaming', seq: 2, reply_to: question },
  ] as MessageRow[])
  await openChatPage(`/chat/${chat}`)
  const shown = () => document.querySelector(`[data-message="${answer}"]`)?.textContent ?? ''
  const live = { text: '', reasoning: '', cursor: 0, connected: true }
  await vi.waitFor(() => expect(shown()).toContain('Companion'))
  expect(shown()).not.toContain('Waiting')
  await interact(() => setAnswer(answer, { ...live, before: 3 }))
  await vi.waitFor(() => expect(shown()).toContain('Waiting: 3 before you'))
  await interact(() => setAnswer(answer, { ...live, before: 0 }))
  await vi.waitFor(() => expect(shown()).toContain('Waiting: you are next'))
  await interact(() => activateLanguage('es'))
  await vi.waitFor(() => expect(shown()).toContain('En espera: te toca a continuación'))
  await interact(() => activateLanguage('en'))
  await interact(() => setAnswer(answer, { ...live, text: 'At six.', cursor: 1, before: null }))
  await vi.waitFor(() => expect(shown()).toContain('At six.'))
  expect(shown()).not.toContain('Waiting')
})
