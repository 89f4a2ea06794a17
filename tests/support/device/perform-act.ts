import { v7 as uuid } from 'uuid'
import { isNetworkError } from '#api/errors.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { queryFolders, queryTags, readEntries } from '#offline/database/queries.ts'
import { enqueueClear, enqueueEmpty, eraseDeleted, restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { queryDeleted } from '#offline/deleted/query-deleted.ts'
import { readDraft } from '#offline/drafts/drafts.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import * as labels from '#offline/outbox/enqueue-label-changes.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { queryChatContents } from './chat-contents.ts'
import { queryChats } from './query-chats.ts'

/** A device whose acts are random: `line.lose` responses are lost, `again` asks for another version of an answer. */
export interface ActingDevice {
  db: CompanionDatabase
  userId: number
  line: { lose: number }
  send: () => Promise<unknown>
  meet: () => Promise<void>
  again: (messageId: string) => Promise<unknown>
}

/** Frequent acts are in the list several times. */
export const deviceActs = [
  'say',
  'say',
  'say',
  'edit',
  'edit',
  'page',
  'page',
  'page version',
  'again',
  'take back',
  'take back',
  'erase',
  'undo erasure',
  'rename',
  'move',
  'move',
  'tag',
  'tag',
  'save',
  'pin',
  'archive',
  'choose model',
  'delete chat',
  'delete chat',
  'restore',
  'restore',
  'end chat',
  'clear history',
  'empty',
  'make folder',
  'make tag',
  'rename folder',
  'rename tag',
  'delete folder',
  'delete tag',
  'send',
  'meet',
  'lose',
] as const

interface Act {
  act: (typeof deviceActs)[number]
  one: number
  two: number
  name: string
}

/** Performs one act of the user of a device on what it shows. `typed`: the chat of each text that was typed. */
export async function performAct(
  device: ActingDevice,
  { act, one, two, name }: Act,
  typed: Map<string, string>,
  deleted: Set<string>,
): Promise<void> {
  const { db, userId } = device
  const pick = <T>(from: T[], n: number): T | undefined => from[n % Math.max(1, from.length)]
  const chatId = pick(await queryChats(db, userId), one)?.id
  const folders = await queryFolders(db, userId)
  const tags = await queryTags(db, userId)
  const change = async (patch: Parameters<typeof enqueueChatChange>[1]['patch']) => {
    if (chatId) await enqueueChatChange(db, { ...owned(device, chatId), patch })
  }
  switch (act) {
    case 'say': {
      const where = (two < 5 && chatId) || uuid()
      typed.set(name, where)
      const newChat = where === chatId ? {} : { newChat: { folder: pick(folders, two)?.id ?? null } }
      const parent = where === chatId ? (await sentQuestions(device, where)).at(-1) : undefined
      await enqueueMessage(db, { ...owned(device, where), content: name, ...newChat, parent })
      break
    }
    case 'edit': {
      const question = chatId ? pick(await shownQuestions(device, chatId), two) : undefined
      if (!chatId || !question) return
      typed.set(name, chatId)
      await enqueueMessage(db, { ...owned(device, chatId), content: name, replaces: question.id })
      break
    }
    case 'take back': {
      const waiting = (await readEntries(db, userId)).filter((entry) => entry.kind === 'message.send')
      const taken = pick(waiting, one)
      if (!taken || !(await discard(db, taken.id))) return
      typed.delete(taken.body.content)
      const where = taken.queueKey
      // Sometimes it stays in the draft, and is sent together with the next one that is taken back there.
      if (two < 4 || !(await db.chats.get([userId, where]))) return
      const content = await readDraft(db, userId, where)
      typed.set(content, where)
      const parent = (await sentQuestions(device, where)).at(-1)
      await enqueueMessage(db, { ...owned(device, where), content, parent })
      break
    }
    case 'erase': {
      const question = chatId ? pick(await shownQuestions(device, chatId), two) : undefined
      if (!chatId || !question) return
      typed.delete(question.content)
      await enqueueMessageDelete(db, { ...owned(device, chatId), messageId: question.id })
      break
    }
    case 'page': {
      const { messages } = chatId ? await queryChatContents(db, userId, chatId) : { messages: [] }
      const question = pick(
        messages.filter(({ role }) => role === 'user'),
        two,
      )
      return question && change({ path: question.id })
    }
    case 'page version': {
      const { messages } = chatId ? await queryChatContents(db, userId, chatId) : { messages: [] }
      const answer = pick(
        messages.filter(({ role }) => role === 'assistant'),
        two,
      )
      return answer && change({ versions: [answer.id] })
    }
    case 'again': {
      const { messages } = chatId ? await queryChatContents(db, userId, chatId) : { messages: [] }
      const answer = pick(
        messages.filter(({ role, status }) => role === 'assistant' && status !== 'deleted'),
        two,
      )
      // Asked online only; it may have been deleted on the other device.
      if (answer) await device.again(answer.id)
      break
    }
    case 'rename':
      return change({ title: name })
    case 'move':
      return change({ folder: two === 0 ? null : (pick(folders, two)?.id ?? null) })
    case 'tag':
      return change({ tags: tags.filter((_, index) => (two >> index) % 2 === 0).map(({ id }) => id) })
    case 'save':
      return change({ is_saved: two % 2 === 0 })
    case 'pin':
      return change({ is_pinned: two % 2 === 0 })
    case 'archive':
      return change({ is_archived: two % 2 === 0 })
    case 'restore':
    case 'end chat': {
      const binned = pick(await queryDeleted(db, userId), one)
      if (!binned) return
      if (act === 'restore') return restoreDeleted(db, userId, [binned.id])
      return two > 3 ? undefined : eraseDeleted(db, userId, [binned.id])
    }
    case 'clear history': {
      if (two > 1) return
      // What is sent to one of these later may arrive before the clear.
      for (const { id } of await queryChats(db, userId)) deleted.add(id)
      return enqueueClear(db, userId, one > 6)
    }
    case 'undo erasure': {
      const deletions = (await readEntries(db, userId)).filter(({ kind }) => kind === 'message.delete')
      const deletion = pick(deletions, one)
      // Its message may be gone on the server all the same, when only the response was lost.
      if (deletion) await discard(db, deletion.id)
      break
    }
    case 'empty':
      return two > 1 ? undefined : enqueueEmpty(db, userId)
    case 'choose model':
      return change({ model: ['swift', 'thorough', null][two % 3] ?? null })
    case 'delete chat': {
      if (!chatId || two > 3) return
      deleted.add(chatId)
      return enqueueChatDeletes(db, { userId, chatIds: [chatId] })
    }
    case 'make folder':
      await labels.enqueueFolderCreate(db, { userId, name })
      break
    case 'make tag':
      await labels.enqueueTagCreate(db, { userId, name, color: '#112233' })
      break
    case 'rename folder':
    case 'delete folder':
    case 'rename tag':
    case 'delete tag': {
      const isFolder = act.endsWith('folder')
      const id = pick(isFolder ? folders : tags, one)?.id
      if (!id) return
      if (act === 'rename folder') await labels.enqueueFolderUpdate(db, { userId, id, patch: { name } })
      if (act === 'rename tag') await labels.enqueueTagUpdate(db, { userId, id, patch: { name } })
      if (act === 'delete folder') await labels.enqueueFolderDelete(db, { userId, id })
      if (act === 'delete tag') await labels.enqueueTagDelete(db, { userId, id })
      break
    }
    case 'send':
      await device.send()
      break
    case 'meet':
      await device.meet().catch((error: unknown) => {
        if (!isNetworkError(error)) throw error
      })
      break
    case 'lose':
      device.line.lose = 1 + (two % 3)
  }
}

/** The questions of a chat that a device shows. */
export async function shownQuestions(
  { db, userId }: Pick<ActingDevice, 'db' | 'userId'>,
  chatId: string,
): Promise<{ id: string; content: string }[]> {
  const { messages, unsent, hidden } = await queryChatContents(db, userId, chatId)
  const sent = messages.filter(({ role }) => role === 'user')
  const waiting = unsent.flatMap(({ id, body, state }) => (state === 'failed' ? [] : { id, content: body.content }))
  return [...sent, ...waiting].filter(({ id }) => !hidden.has(id))
}

const sentQuestions = async (device: ActingDevice, chatId: string): Promise<string[]> => {
  const { messages, hidden } = await queryChatContents(device.db, device.userId, chatId)
  return messages.flatMap(({ id, role }) => (role === 'user' && !hidden.has(id) ? id : []))
}

const owned = ({ userId }: ActingDevice, chatId: string) => ({ userId, chatId })
