import type { Chat, Folder } from '#contract/objects/chat.ts'
import { coded, type ReceivedRequest, type Reply } from '../../servers/stub-server.ts'

/** Folders and tags in memory, as the contract describes them; the id of a deleted one stays taken. */
export function labelModel(chats: Map<string, Chat>, time: () => string) {
  const tables = { folders: new Map<string, Folder>(), tags: new Map<string, Folder>() }
  const gone = new Set<string>()

  /** Handles calls on labels; returns undefined for all others. */
  function handle({ method, path, json }: Pick<ReceivedRequest, 'method' | 'path' | 'json'>): Reply | undefined {
    const [, name, id = ''] = /^\/companion\/(folders|tags)\/(?:([0-9a-f-]{36})\/)?$/.exec(path) ?? []
    if (name !== 'folders' && name !== 'tags') return undefined
    const table = tables[name]
    const label = table.get(id)
    if (method === 'GET') return { status: 200, json: { results: [...table.values()] } }
    if (method === 'POST') return create(table, json)
    if (method === 'DELETE' && gone.has(id)) return { status: 204 }
    if (!label) return coded(404, 'not_found')
    if (method === 'DELETE') return remove(table, id)
    const words = String(json.name ?? label.name).trim()
    const changed = { ...label, ...json, name: words, updated_at: time() }
    table.set(id, changed)
    return { status: 200, json: changed }
  }

  function create(table: Map<string, Folder>, json: ReceivedRequest['json']): Reply {
    const { id, name, color = null } = json as unknown as Folder
    if (gone.has(id)) return coded(409, 'id_conflict')
    if (name.trim() === '') return { status: 400, json: { name: ['Name is required'] } }
    const known = table.get(id)
    const now = time()
    const label = known ?? { id, name, color, created_at: now, updated_at: now }
    table.set(id, label)
    return { status: known ? 200 : 201, json: label }
  }

  function remove(table: Map<string, Folder>, id: string): Reply {
    table.delete(id)
    gone.add(id)
    for (const chat of chats.values()) {
      if (chat.folder !== id && !chat.tags.includes(id)) continue
      const folder = chat.folder === id ? null : chat.folder
      chats.set(chat.id, { ...chat, folder, tags: chat.tags.filter((tag) => tag !== id), updated_at: time() })
    }
    return { status: 204 }
  }

  /** The rejection of a chat that refers to a label that does not exist. */
  function problem({ folder, tags, tags_add }: ReceivedRequest['json']): Reply | undefined {
    if (folder && !tables.folders.has(String(folder))) return { status: 400, json: { folder: ['Invalid value'] } }
    const known = (tag: unknown) => tables.tags.has(String(tag))
    const named = [tags, tags_add].flatMap((list) => (Array.isArray(list) ? list : []))
    return named.every(known) ? undefined : { status: 400, json: { tags: ['Invalid value'] } }
  }

  /** The tags of a chat after a change of it. */
  function tagged(chat: Chat, json: ReceivedRequest['json']): string[] {
    const { tags: whole = chat.tags, tags_add = [], tags_remove = [] } = json as Record<string, string[] | undefined>
    return [...new Set([...whole, ...tags_add])].filter((tag) => !tags_remove.includes(tag))
  }

  return { ...tables, handle, problem, tagged }
}
