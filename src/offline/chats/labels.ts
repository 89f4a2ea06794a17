import type { Chat } from '#contract/objects/chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { type ChatPatch, isEntry, type OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { showServerChat } from './local-chat.ts'

export type LabelKind = 'folder' | 'tag'

type Tags = string[] | undefined
type LabelFields = { folder?: string | null | undefined; tags?: Tags; tags_add?: Tags }

/** Ids of the folder and tags to which an entry assigns a chat. */
export function labelsNamed(entry: OutboxEntry): string[] {
  if (entry.kind !== 'chat.create' && entry.kind !== 'chat.update') return []
  const { folder, tags = [], tags_add = [] }: LabelFields = entry.body
  return [...(folder ? [folder] : []), ...tags, ...tags_add]
}

/** Returns the patch without deleted labels. A deleted folder is left out, not set to null. */
function withoutLabels<P extends ChatPatch>(patch: P, isGone: (id: string) => boolean): P {
  const { folder, tags, tags_add, ...rest } = patch
  const added = tags_add?.filter((id) => !isGone(id)) ?? []
  return {
    ...rest,
    ...(added.length > 0 ? { tags_add: added } : {}),
    ...(folder === undefined || (folder && isGone(folder)) ? {} : { folder }),
    ...(tags === undefined ? {} : { tags: tags.filter((id) => !isGone(id)) }),
  } as P
}

/** Deletes a label on this device: its row and references in chats and entries. Runs in the caller's transaction. */
export async function removeLabel(db: CompanionDatabase, userId: number, kind: LabelKind, id: string): Promise<void> {
  await (kind === 'folder' ? db.folders : db.tags).delete([userId, id])
  await startingWith(db.chats, '[account+id]', [userId])
    .filter((chat) => chat.folder === id || chat.tags.includes(id))
    .modify((chat) => {
      Object.assign(chat, withoutLabel(chat, id))
      if (chat.server) Object.assign(chat.server, withoutLabel(chat.server, id))
    })
  await forgetLabels(db, userId, (each) => each === id)
}

const withoutLabel = ({ folder, tags }: Chat, id: string) => ({
  folder: folder === id ? null : folder,
  tags: tags.filter((tag) => tag !== id),
})

/**
 * Removes deleted labels from waiting and refused entries. An entry that still changes something is retried; an empty
 * one is deleted. Returns the ids of the labels that were removed. Runs in the caller's transaction.
 */
export async function forgetLabels(
  db: CompanionDatabase,
  userId: number,
  isGone: (id: string) => boolean,
): Promise<Set<string>> {
  const named = new Set<string>()
  for (const entry of await db.outbox.where('account').equals(userId).toArray()) {
    if (!isEntry(entry) || entry.state === 'sending') continue
    const gone = labelsNamed(entry).filter(isGone)
    if (gone.length === 0) continue
    for (const id of gone) named.add(id)
    if (entry.kind !== 'chat.create' && entry.kind !== 'chat.update') continue
    const body = withoutLabels(entry.body, isGone)
    const again = { ...entry, body, state: 'waiting' as const, attempts: 0, nextAttemptAt: 0, error: null }
    if (Object.keys(body).length === 0 && entry.order !== undefined) await db.outbox.delete(entry.order)
    else await db.outbox.put(again as OutboxEntry)
    await showServerChat(db, userId, entry.queueKey)
  }
  return named
}
