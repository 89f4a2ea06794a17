import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { reassess } from '#contract/endpoints/chats.ts'
import type { Message } from '#contract/objects/chat.ts'
import { regenerateAnswer } from '#features/chat/message/actions/regenerate-answer.ts'
import { UNDO_MS } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'
import { onFlushRequest } from '#offline/flush/request-flush.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { signIn } from '#session/session-actions.ts'
import { interact, render } from '#support/browser/render.tsx'
import { outboxEntry } from '#support/device/outbox-entry.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

const userId = 7
const chatId = newId()
const questionId = newId()
let messageId: string

const message = (id: string, role: Message['role'], version: number): Message => ({
  id,
  chat: chatId,
  role,
  content: 'Text',
  status: role === 'user' ? 'complete' : 'streaming',
  created_at: '2026-01-01T00:00:00.000Z',
  seq: version + 1,
  reply_to: role === 'user' ? null : questionId,
  version,
  failure: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  replaces: null,
  superseded_by: null,
  has_reasoning: false,
  scores: null,
})

/** The ids that the server got, and how it responds next. */
let ids: string[]
let respond: (id: string) => Promise<Response>

const store = async (id: string) =>
  Response.json(
    { user_message: message(questionId, 'user', 1), assistant_message: message(id, 'assistant', 2) },
    { status: 202 },
  )
const lose = () => Promise.reject(new TypeError('Failed to fetch'))
const refuse = async () => Response.json({ message: 'No', code: 'no_previous_user_message' }, { status: 400 })

beforeEach(async () => {
  messageId = newId()
  ids = []
  respond = store
  await signIn(makeAuthenticated(userId))
  vi.stubGlobal('fetch', async (request: Request) => {
    const { id } = v.parse(reassess.body, await request.json())
    ids.push(id)
    return respond(id)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

const again = (more: { rest?: 'continue'; model?: string } = {}) =>
  regenerateAnswer({ userId, chatId, messageId, rest: more.rest, model: more.model })

test('a second press while the request runs asks for no second version, a later one does', async () => {
  await Promise.all([again(), again()])
  expect(ids).toHaveLength(1)
  await again()
  expect(new Set(ids).size).toBe(2)
})

test('another model, or the rest of the answer, is another request', async () => {
  await Promise.all([again(), again({ model: 'large' }), again({ rest: 'continue' })])
  expect(new Set(ids).size).toBe(3)
})

test('a press after a lost response repeats the id, so that the server stores one version', async () => {
  respond = lose
  await expect(again()).rejects.toThrow()
  respond = store
  await again()
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
})

test('a press after a lost response asks for another version when the first one has arrived by the sync', async () => {
  respond = lose
  await expect(again()).rejects.toThrow()
  const [first = ''] = ids
  await database().messages.put({ ...message(first, 'assistant', 2), userId })
  respond = store
  await again()
  expect(ids.at(-1)).not.toBe(first)
})

test('a press after the page of a proxy repeats the id, because the server may have stored the version', async () => {
  respond = async () => new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } })
  await expect(again()).rejects.toThrow()
  respond = store
  await again()
  expect(new Set(ids).size).toBe(1)
})

test('a press after a refusal has a new id', async () => {
  respond = refuse
  await expect(again()).rejects.toThrow()
  respond = store
  await again()
  expect(new Set(ids).size).toBe(2)
})

describe('a deletion that is held for Undo', () => {
  const holdDeletion = async (chat = chatId) => {
    const nextAttemptAt = Date.now() + UNDO_MS
    const body = { message: newId() }
    await database().outbox.add(outboxEntry('message.delete', { userId, queueKey: chat, nextAttemptAt, body }))
    onTestFinished(() => database().outbox.clear())
  }

  it('is sent before another version is requested, so that the model does not see what was deleted', async () => {
    await holdDeletion()
    const requestedBefore: number[] = []
    const flushing = onFlushRequest(async () => {
      await database()
        .outbox.filter(({ nextAttemptAt }) => nextAttemptAt <= Date.now())
        .delete()
      requestedBefore.push(ids.length)
    })
    onTestFinished(flushing)
    await again()
    expect([requestedBefore, ids.length]).toEqual([[0], 1])
    expect(await database().outbox.count()).toBe(0)
  })

  it('keeps the rest of an answer from being requested while it cannot be sent, and an error says so', async () => {
    const page = await render(<Toaster />)
    await holdDeletion()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    await interact(() => again({ rest: 'continue' }))
    const error = page.querySelector('[role="alert"]')?.textContent
    expect(error).toBe('A message that you deleted could not be deleted on the server yet. Try again in a moment')
    expect(ids).toEqual([])
  })

  it('stays held when it belongs to another chat', async () => {
    await holdDeletion(newId())
    await again()
    expect(ids).toHaveLength(1)
    const [entry] = await database().outbox.toArray()
    expect(entry?.nextAttemptAt).toBeGreaterThan(0)
  })
})
