import type { Chat, Folder, Message } from '#contract/objects/chat.ts'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import { coded, type ReceivedRequest, type Reply, type StubServer, startStubServer } from '../../servers/stub-server.ts'
import { type FileModel, fileModel } from './file-model.ts'
import { labelModel } from './label-model.ts'
import { messageModel } from './message-model.ts'
import { profileModel } from './profile-model.ts'

const TIME = Date.parse('2026-01-01T00:00:00.000Z')

/** The chats of one user in memory, as the contract describes them: ids stay taken, and order is kept. */
export interface ChatModel {
  chats: Map<string, Chat>
  messages: Map<string, Message>
  /** Changes a message on the server. */
  change(message: Message, changes: Partial<Message>): Message
  folders: Map<string, Folder>
  tags: Map<string, Folder>
  deleted: string[]
  profile(): ChatProfile
  files: FileModel
  /** Messages of users that are not deleted, in the order of their arrival. */
  questions(chatId?: string): string[]
  /** Carries out the request and returns the reply, which a test may then lose. */
  handle(request: ReceivedRequest): Reply | undefined
  /** Creates a chat with `count` messages on another device. */
  seed(id: string, count: number): void
}
export type ChatServer = StubServer & ChatModel

/** The same over a real socket. */
export async function startChatServer(): Promise<ChatServer> {
  const model = createChatModel()
  return Object.assign(await startStubServer(model.handle), model)
}

export function createChatModel(): ChatModel {
  const chats = new Map<string, Chat>()
  const deleted: string[] = []
  let clock = 0
  const time = () => new Date(TIME + 1000 * clock++).toISOString()
  const { folders, tags, ...labels } = labelModel(chats, time)
  const { profile, ...profiles } = profileModel(time)
  const files = fileModel()
  const messages = messageModel(chats, time, files)
  const { ofChat } = messages

  function makeChat(id: string, title = ''): Chat {
    const now = time()
    const common = { created_at: now, updated_at: now, last_message_at: now }
    const flags = { is_saved: false, is_pinned: false, is_archived: false }
    return { id, title, ...common, folder: null, tags: [], ...flags, expires_at: null, deleted_at: null, preview: '' }
  }

  function handle(request: ReceivedRequest): Reply | undefined {
    const { method, path, json, query } = request
    const [, id = ''] = /^\/companion\/chats?\/([0-9a-f-]{36})\/$/.exec(path) ?? []
    const chat = chats.get(id)
    if (method === 'POST' && path === '/companion/chats/') {
      const known = chats.get(String(json.id))
      if (!known && deleted.includes(String(json.id))) return coded(409, 'id_conflict')
      const problem = labels.problem(json)
      if (problem) return problem
      const { folder = null, tags: tagged = [] } = json as Partial<Chat>
      const made = known ?? { ...makeChat(String(json.id), String(json.title ?? '')), folder, tags: tagged }
      chats.set(made.id, made)
      return { status: known ? 200 : 201, json: made }
    }
    const cleared = clearings(request)
    if (cleared) return cleared
    const uploaded = files.handle(request)
    if (uploaded) return uploaded
    const said = messages.handle(request)
    if (said) return said
    if (method === 'GET' && path === '/companion/chats/') return listChats(query)
    const labelled = labels.handle({ method, path, json })
    if (labelled) return labelled
    const profiled = profiles.handle({ method, path, json })
    if (profiled) return profiled
    if (!chat) return coded(404, 'not_found')
    if (method === 'PATCH') {
      const problem = labels.problem(json)
      if (problem) return problem
      const { tags_add: _, tags_remove: __, ...fields } = json
      const changed = { ...chat, ...fields, tags: labels.tagged(chat, json), updated_at: time() } as Chat
      chats.set(id, changed)
      return { status: 200, json: changed }
    }
    if (method === 'DELETE' && query.get('permanent') !== 'true') {
      if (!chat.deleted_at) chats.set(id, { ...chat, deleted_at: time(), updated_at: time() })
      return { status: 204 }
    }
    if (method === 'DELETE') {
      erase(id)
      return { status: 204 }
    }
    return { status: 200, json: chat }
  }

  function erase(id: string): void {
    for (const message of ofChat(id)) messages.messages.delete(message.id)
    chats.delete(id)
    deleted.push(id)
  }

  /** Handles what concerns Recently deleted; returns undefined for all other calls. */
  function clearings({ method, path, query }: ReceivedRequest): Reply | undefined {
    const [, restored] = /^\/companion\/chats\/([0-9a-f-]{36})\/restore\/$/.exec(path) ?? []
    const chat = restored === undefined ? undefined : chats.get(restored)
    if (method === 'POST' && restored !== undefined) {
      if (!chat) return coded(404, 'not_found')
      const live = chat.deleted_at ? { ...chat, deleted_at: null, updated_at: time() } : chat
      chats.set(restored, live)
      return { status: 200, json: live }
    }
    if (method !== 'DELETE') return undefined
    const all = [...chats.values()]
    const seen = query.get('seen') ?? time()
    if (path === '/companion/chats/deleted/') {
      const ended = all.filter(({ deleted_at }) => deleted_at && deleted_at <= seen)
      for (const { id } of ended) erase(id)
      return { status: 200, json: { deleted: ended.length } }
    }
    if (path !== '/companion/chats/clear-history/') return undefined
    const withSaved = query.get('include_saved') === 'true'
    const moved = all.filter(
      ({ deleted_at, is_saved, updated_at }) => !deleted_at && updated_at <= seen && (withSaved || !is_saved),
    )
    if (query.get('permanent') === 'true') for (const { id } of moved) erase(id)
    else for (const each of moved) chats.set(each.id, { ...each, deleted_at: time(), updated_at: time() })
    return { status: 200, json: { deleted: moved.length } }
  }

  function listChats(query: URLSearchParams): Reply {
    const [after, wanted] = [query.get('updated_after'), query.get('deleted')]
    const limit = Number(query.get('limit') ?? 50)
    const start = Number(query.get('cursor') ?? 0)
    const all = [...chats.values()]
      .filter(({ updated_at }) => after === null || updated_at > after)
      .filter(({ deleted_at }) => wanted === 'include' || (wanted === 'only') === Boolean(deleted_at))
      .sort((a, b) => b.last_message_at.localeCompare(a.last_message_at))
    const next_cursor = start + limit < all.length ? String(start + limit) : null
    const moved = [...chats.values()].flatMap(({ id, deleted_at }) => (deleted_at && wanted === null ? id : []))
    const gone = after === null ? [] : [...deleted, ...moved]
    return {
      status: 200,
      json: { results: all.slice(start, start + limit), next_cursor, deleted: gone, synced_at: time() },
    }
  }

  function seed(id: string, count: number): void {
    chats.set(id, makeChat(id, 'Seeded'))
    for (let n = 1; n <= count; n += 1) {
      const message = id.slice(0, 24) + String(ofChat(id).length + 1).padStart(12, '0')
      messages.make(id, message, n % 2 ? 'user' : 'assistant', `Message ${n}`).status = 'complete'
    }
  }

  const asked = (chatId?: string) =>
    [...messages.messages.values()]
      .filter(
        ({ role, chat: where, status }) =>
          role === 'user' && status !== 'deleted' && (chatId === undefined || where === chatId),
      )
      .map(({ content }) => content)
  return {
    chats,
    messages: messages.messages,
    change: messages.change,
    folders,
    tags,
    deleted,
    files,
    profile,
    questions: asked,
    handle,
    seed,
  }
}
