import type { Table } from 'dexie'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import type { Folder } from '#contract/objects/chat.ts'
import { forgetLabels, type LabelKind } from '../chats/labels.ts'
import type { OwnedKey } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { FolderRow, OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import type { SyncOptions } from './sync-options.ts'

type Create = Extract<OutboxEntry, { kind: `${LabelKind}.create` }>

/**
 * Replaces folders and tags by the server's, with this device's unsent changes applied. If a label to which chats were
 * assigned here was deleted elsewhere, a conflict is recorded for the user.
 */
export async function syncLabels(options: SyncOptions): Promise<void> {
  const { db, api, userId, signal } = options
  // If an entry was acknowledged during the read, the lists may or may not contain it, so they are read again; also if
  // it was enqueued during the read, of which only the changed rows tell.
  const [before, rowsBefore] = [await labelEntries(options), await describeRows(options)]
  const [folders, tags] = await Promise.all([
    api.call(listFolders, { as: userId, signal }),
    api.call(listTags, { as: userId, signal }),
  ])
  const tables = [db.folders, db.tags, db.chats, db.outbox, db.conflicts]
  const fresh = await writeAs(db, userId, tables, async () => {
    const entries = await labelEntries(options)
    if (before.some(({ id }) => entries.every((each) => each.id !== id))) return false
    if ((await describeRows(options)) !== rowsBefore) return false
    const shown = { folder: await namesOf(db.folders, userId), tag: await namesOf(db.tags, userId) }
    await replace(db.folders, userId, 'folder', folders.results, entries)
    await replace(db.tags, userId, 'tag', tags.results, entries)
    const known = new Set([...(await namesOf(db.folders, userId)).keys(), ...(await namesOf(db.tags, userId)).keys()])
    for (const id of await forgetLabels(db, userId, (each) => !known.has(each))) {
      const label = shown.tag.has(id) ? 'tag' : 'folder'
      const mine = shown[label].get(id)
      // A rejected session deletes the copies: without the label's name there is nothing to show to the user.
      if (mine === undefined) continue
      const common = { userId, id: `${id}/gone`, targetId: id, created_at: Date.now() }
      await db.conflicts.put({ ...common, what: 'gone', label, mine, theirs: '' })
    }
    return true
  })
  if (!fresh) await syncLabels(options)
}

const isLabelEntry = ({ kind }: OutboxEntry) => kind.startsWith('folder.') || kind.startsWith('tag.')
const isCreate = (entry: OutboxEntry): entry is Create => entry.kind === 'folder.create' || entry.kind === 'tag.create'

async function labelEntries({ db, userId }: SyncOptions): Promise<OutboxEntry[]> {
  return (await readEntries(db, userId)).filter(isLabelEntry)
}

async function namesOf(table: Table<FolderRow, OwnedKey>, userId: number): Promise<Map<string, string>> {
  const rows = await table.where('[account+id]').between([userId, ''], [userId, '\uffff']).toArray()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const describeRows = async ({ db, userId }: SyncOptions): Promise<string> =>
  JSON.stringify([...(await namesOf(db.folders, userId)), ...(await namesOf(db.tags, userId))])

async function replace(
  table: Table<FolderRow, OwnedKey>,
  userId: number,
  kind: LabelKind,
  labels: Folder[],
  entries: OutboxEntry[],
): Promise<void> {
  const rows = new Map(labels.map((label): [string, FolderRow] => [label.id, { ...label, userId }]))
  for (const entry of entries) {
    const { queueKey: id, state } = entry
    const made = isCreate(entry) && entry.kind === `${kind}.create` ? toRow(entry) : undefined
    const row = rows.get(id) ?? (await table.get([userId, id])) ?? made
    if (made && row) rows.set(id, row)
    if (entry.kind === `${kind}.update` && rows.has(id) && row && state !== 'failed') {
      rows.set(id, { ...row, ...(entry.body as object) })
    }
    if (entry.kind === `${kind}.delete` && state !== 'failed') rows.delete(id)
  }
  const stored = await namesOf(table, userId)
  await table.bulkDelete([...stored.keys()].flatMap((id): OwnedKey[] => (rows.has(id) ? [] : [[userId, id]])))
  await table.bulkPut([...rows.values()])
}

/** The row of an unsent label, made from its entry: a rejected session deletes the row but not the entry. */
function toRow({ userId, body, created_at }: Create): FolderRow {
  const time = new Date(created_at).toISOString()
  const { id, name, color = null } = body
  return { userId, id, name, color, created_at: time, updated_at: time }
}
