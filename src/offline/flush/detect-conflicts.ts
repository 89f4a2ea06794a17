import type { Api } from '#api/client.ts'
import { getChat } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import type { OutboxEntry } from '../database/rows.ts'

type ChatUpdate = Extract<OutboxEntry, { kind: 'chat.update' }>
type LabelUpdate = Extract<OutboxEntry, { kind: 'folder.update' | 'tag.update' }>

/**
 * A value that another device has set and that this device is about to overwrite. For `move`, `mine` and `theirs` are
 * names of folders.
 */
export type Conflict =
  | { what: 'title' | 'name'; theirs: string }
  | { what: 'move'; folder: string | null; mine: string; theirs: string }

/** Finds a title or folder on the server that this device has neither shown nor set itself. */
export async function findChatConflicts(api: Api, entry: ChatUpdate, signal?: AbortSignal): Promise<Conflict[]> {
  const { userId, body, queueKey: chatId, known, known_folders } = entry
  const typed = known?.length ? body.title : undefined
  const moved = known_folders?.length ? body.folder : undefined
  if (typed === undefined && moved === undefined) return []
  const { title, folder } = await api.call(getChat, { params: { id: chatId }, as: userId, signal })
  const conflicts: Conflict[] = []
  if (typed !== undefined && title !== '' && !isKnown(title, [typed, ...(known ?? [])])) {
    conflicts.push({ what: 'title', theirs: title })
  }
  if (moved !== undefined && folder !== moved && !known_folders?.includes(folder)) {
    const { results } = await api.call(listFolders, { as: userId, signal })
    const nameOf = (id: string | null) => results.find((each) => each.id === id)?.name ?? ''
    // A null folder that follows from the deletion of a folder was chosen by no user, so it is no conflict.
    const selected =
      folder !== null || known_folders?.every((id) => id === null || results.some((each) => each.id === id))
    if (selected) conflicts.push({ what: 'move', folder, mine: nameOf(moved), theirs: nameOf(folder) })
  }
  return conflicts
}

/** Like `findChatConflicts` for the name of a folder or tag. */
export async function findNameConflict(api: Api, entry: LabelUpdate, signal?: AbortSignal): Promise<Conflict[]> {
  const { userId, body, queueKey, known, kind } = entry
  if (body.name === undefined || !known?.length) return []
  const { results } = await api.call(kind === 'folder.update' ? listFolders : listTags, { as: userId, signal })
  const theirs = results.find(({ id }) => id === queueKey)?.name
  return theirs === undefined || isKnown(theirs, [body.name, ...known]) ? [] : [{ what: 'name', theirs }]
}

/** The server trims names, so the comparison does too. */
const isKnown = (name: string, known: string[]) => known.some((each) => each.trim() === name.trim())
