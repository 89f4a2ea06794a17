import type { Folder } from '#contract/objects/chat.ts'
import { type LabelKind, removeLabel } from '../chats/labels.ts'
import type { CompanionDatabase } from '../database/database.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry, newId } from './new-entry.ts'
import { fieldsOf, supersede } from './supersede.ts'

interface NewLabel {
  userId: number
  name: string
  color?: string | null
}
interface LabelChange {
  userId: number
  id: string
  patch: { name?: string; color?: string | null }
}
interface LabelRef {
  userId: number
  id: string
}

/** Folders and tags: each change is an optimistic update that the outbox sends. Creating returns the id. */
export const enqueueFolderCreate = (db: CompanionDatabase, folder: NewLabel) => create(db, 'folder', folder)
export const enqueueFolderUpdate = (db: CompanionDatabase, change: LabelChange) => update(db, 'folder', change)
export const enqueueFolderDelete = (db: CompanionDatabase, folder: LabelRef) => remove(db, 'folder', folder)
export const enqueueTagCreate = (db: CompanionDatabase, tag: NewLabel) => create(db, 'tag', tag)
export const enqueueTagUpdate = (db: CompanionDatabase, change: LabelChange) => update(db, 'tag', change)
export const enqueueTagDelete = (db: CompanionDatabase, tag: LabelRef) => remove(db, 'tag', tag)

const tableOf = (db: CompanionDatabase, kind: LabelKind) => (kind === 'folder' ? db.folders : db.tags)

async function create(db: CompanionDatabase, kind: LabelKind, { userId, name, color = null }: NewLabel) {
  const id = newId()
  const time = new Date().toISOString()
  const row: Folder & { userId: number } = { userId, id, name, color, created_at: time, updated_at: time }
  await writeAs(db, userId, [db.outbox, tableOf(db, kind)], async () => {
    await tableOf(db, kind).put(row)
    await db.outbox.add({ ...freshEntry(userId, id), kind: `${kind}.create`, body: { id, name, color } })
  })
  return id
}

async function update(db: CompanionDatabase, kind: LabelKind, { userId, id, patch }: LabelChange): Promise<void> {
  await writeAs(db, userId, [db.outbox, tableOf(db, kind)], async () => {
    const shown = await tableOf(db, kind).get([userId, id])
    const { names } = await supersede(db, { userId, queueKey: id, fields: fieldsOf({ body: patch }) })
    await tableOf(db, kind).update([userId, id], patch)
    const known = patch.name === undefined ? {} : { known: [...new Set([...(shown ? [shown.name] : []), ...names])] }
    await db.outbox.add({ ...freshEntry(userId, id), kind: `${kind}.update`, body: patch, ...known })
  })
}

/** Deletes a label; its chats stay and lose it. A label that the server does not know yet needs no deletion there. */
async function remove(db: CompanionDatabase, kind: LabelKind, { userId, id }: LabelRef): Promise<void> {
  await writeAs(db, userId, [db.outbox, db.chats, db.folders, db.tags], async () => {
    const own: OutboxEntry[] = await db.outbox.where('[account+chat]').equals([userId, id]).toArray()
    const untried = own.some((entry) => entry.kind === `${kind}.create` && entry.state !== 'sending' && !entry.attempts)
    await db.outbox.bulkDelete(own.flatMap(({ order, state }) => (state === 'sending' ? [] : (order ?? []))))
    await removeLabel(db, userId, kind, id)
    if (!untried) await db.outbox.add({ ...freshEntry(userId, id), kind: `${kind}.delete`, body: {} })
  })
}
