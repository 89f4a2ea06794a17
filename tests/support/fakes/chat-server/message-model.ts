import * as v from 'valibot'
import type { Chat, Message } from '#contract/objects/chat.ts'
import { FeedbackPatch } from '#contract/objects/feedback.ts'
import { coded, type ReceivedRequest, type Reply } from '../../servers/stub-server.ts'
import type { FileModel } from './file-model.ts'

type Chats = Map<string, Chat>

/** The messages of chats in memory, as the contract describes them: ids stay taken, and an edit begins a new branch. */
export function messageModel(chats: Chats, time: () => string, files: FileModel) {
  const messages = new Map<string, Message>()
  const ofChat = (chatId: string) => [...messages.values()].filter((each) => each.chat === chatId)
  /** The id of a question's answer: the question's with another last digit, so that it is the same each time. */
  const answerId = (id: string) => id.replace(/.$/, (last) => (Number.parseInt(last, 16) ^ 1).toString(16))

  function make(chatId: string, id: string, role: Message['role'], content: string, replaces: string | null = null) {
    const seq = ofChat(chatId).length + 1
    const now = time()
    const fixed = { version: 1, has_reasoning: false, scores: null, failure: null, superseded_by: null, replaces }
    const common = { ...fixed, id, chat: chatId, role, content, seq, created_at: now, updated_at: now }
    const reply_to = role === 'assistant' ? (ofChat(chatId).at(-1)?.id ?? null) : null
    const message: Message = { ...common, status: role === 'user' ? 'complete' : 'streaming', reply_to }
    messages.set(id, message)
    return message
  }

  function change(message: Message, changes: Partial<Message>): Message {
    const changed = { ...message, ...changes, updated_at: time() }
    messages.set(message.id, changed)
    touch(message.chat)
    return changed
  }

  function touch(chatId: string): void {
    const chat = chats.get(chatId)
    if (chat) chats.set(chatId, { ...chat, updated_at: time() })
  }

  /** Handles calls on messages; returns undefined for all others. */
  function handle({ method, path, json, query }: ReceivedRequest): Reply | undefined {
    if (method === 'POST' && path === '/companion/chat/') {
      return send(json as Record<string, string>, json.files as string[] | undefined)
    }
    const [, rated] = /^\/companion\/messages\/([0-9a-f-]{36})\/feedback\/$/.exec(path) ?? []
    if (rated !== undefined) return rate(messages.get(rated), v.parse(FeedbackPatch, json))
    const [, id = '', message = ''] =
      /^\/companion\/chat\/([0-9a-f-]{36})\/(?:messages\/([0-9a-f-]{36})\/)?$/.exec(path) ?? []
    const chat = chats.get(id)
    if (!chat) return id === '' ? undefined : coded(404, 'not_found')
    if (method === 'DELETE') return erase(chat, message)
    return chat.deleted_at ? coded(404, 'not_found') : pageOf(chat, query)
  }

  function rate(answer: Message | undefined, { rating, report }: FeedbackPatch): Reply {
    if (answer?.role !== 'assistant' || answer.status === 'deleted') return coded(404, 'not_found')
    const before = answer.feedback ?? { rating: null, report: null }
    const feedback = {
      rating: rating === undefined ? before.rating : rating,
      report: report === undefined ? before.report : report,
    }
    const isSame = JSON.stringify(feedback) === JSON.stringify(before)
    const isEmpty = feedback.rating === null && feedback.report === null
    const json = isSame ? answer : change(answer, { feedback: isEmpty ? null : feedback })
    return { status: 200, json }
  }

  function send(
    { id, chat: chatId, content, replaces, model }: Record<string, string | undefined>,
    ids?: string[],
  ): Reply {
    if (!id || !chatId || chats.get(chatId)?.deleted_at !== null) return coded(404, 'not_found')
    const known = messages.get(id)
    if (known && known.status !== 'deleted' && known.content !== content) return coded(409, 'id_conflict')
    const attached = ids?.map(files.find)
    if (attached?.includes(undefined)) return coded(409, 'files_missing')
    if (!known) {
      const replaced = replaces === undefined ? undefined : newest(replaces)
      if (replaced === null) return coded(409, 'conflict')
      if (replaces !== undefined && replaced === undefined) return coded(400, 'invalid_message_or_chat')
      const end = replaced ? activeFrom(chatId, replaced) : []
      const question = make(chatId, id, 'user', content ?? '', replaced?.id ?? null)
      question.files = attached?.flatMap((file) => file ?? []) ?? replaced?.files ?? []
      make(chatId, answerId(id), 'assistant', '').model = model ?? chats.get(chatId)?.model ?? null
      for (const each of end) change(each, { superseded_by: id })
      touch(chatId)
    }
    return {
      status: 202,
      json: { user_message: messages.get(id), assistant_message: messages.get(answerId(id)) },
    }
  }

  /** The edit that replaces a question now; null in a replaced branch. */
  function newest(id: string): Message | null | undefined {
    const question = messages.get(id)
    if (!question?.superseded_by) return question
    return messages.get(question.superseded_by)?.replaces === id ? newest(question.superseded_by) : null
  }

  function activeFrom(chatId: string, from: Message): Message[] {
    const placeOf = ({ reply_to, seq }: Message) => messages.get(reply_to ?? '')?.seq ?? seq
    return ofChat(chatId).filter((each) => each.superseded_by === null && placeOf(each) >= from.seq)
  }

  function erase(chat: Chat, id: string): Reply {
    const message = messages.get(id)
    if (message?.chat !== chat.id) return coded(404, 'not_found')
    const together = ofChat(chat.id).filter((each) => each.id === id || each.reply_to === id)
    for (const each of together) {
      if (each.status !== 'deleted') change(each, { status: 'deleted', content: '', scores: null })
    }
    return { status: 200, json: { chat: chats.get(chat.id), messages: together.map((each) => messages.get(each.id)) } }
  }

  function pageOf(chat: Chat, query: URLSearchParams): Reply {
    const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
    const [before, after, limit] = [number('before', Number.MAX_SAFE_INTEGER), number('after', 0), number('limit', 50)]
    const since = query.get('updated_after') ?? ''
    const synced_at = time()
    const all = ofChat(chat.id).filter((each) => each.seq < before && each.seq > after && each.updated_at > since)
    const page = query.has('after') || since !== '' ? all.slice(0, limit) : all.slice(-limit)
    return { status: 200, json: { chat, messages: page, has_more: all.length > limit, synced_at } }
  }

  return { messages, ofChat, make, change, handle }
}
