import type { CompanionDatabase } from '../database/database.ts'
import { isEntry, type OutboxEntry } from '../database/rows.ts'

const changes = ['chat.update', 'folder.update', 'tag.update', 'profile.update'] as const
type Change = Extract<OutboxEntry, { kind: (typeof changes)[number] }>
const isChange = (entry: OutboxEntry): entry is Change => changes.some((kind) => kind === entry.kind)

/** Whether both set the same field, so that their order matters. A whole list of tags conflicts with every tag. */
export function shareField(a: OutboxEntry, b: OutboxEntry): boolean {
  if (!isChange(a) || !isChange(b)) return false
  const [ours, theirs] = [fieldsOf(a), fieldsOf(b)]
  const isTag = (field: string) => field === 'tags' || field.startsWith(TAG)
  if (ours.includes('tags') || theirs.includes('tags')) {
    if (ours.some(isTag) && theirs.some(isTag)) return true
  }
  return ours.some((field) => theirs.includes(field))
}

/**
 * Last writer wins: deletes from waiting and refused entries the fields that a later change sets, so that a late retry
 * cannot undo it. An entry that is being sent is never altered. Returns the names and folders that the deleted fields
 * had set, and the `known` ones of their entries. Runs in the caller's transaction.
 */
export async function supersede(
  db: CompanionDatabase,
  later: { userId: number; queueKey: string; fields: string[]; before?: number | undefined },
): Promise<{ names: string[]; folders: (string | null)[] }> {
  const { userId, queueKey, fields, before = Number.POSITIVE_INFINITY } = later
  const names: string[] = []
  const folders: (string | null)[] = []
  for (const entry of await db.outbox.where('[account+chat]').equals([userId, queueKey]).toArray()) {
    if (!isEntry(entry) || !isChange(entry) || entry.state === 'sending' || entry.order === undefined) continue
    if (entry.order >= before || !fieldsOf(entry).some((field) => fields.includes(field))) continue
    if (entry.kind !== 'profile.update' && (fields.includes('title') || fields.includes('name'))) {
      const typed = entry.kind === 'chat.update' ? entry.body.title : entry.body.name
      names.push(...(entry.known ?? []), ...(typed === undefined ? [] : [typed]))
    }
    if (entry.kind === 'chat.update' && fields.includes('folder')) {
      const { folder } = entry.body
      folders.push(...(entry.known_folders ?? []), ...(folder === undefined ? [] : [folder]))
    }
    const body = withoutFields(entry.body, fields)
    if (Object.keys(body).length === 0) await db.outbox.delete(entry.order)
    else await db.outbox.put({ ...entry, body } as Change)
  }
  return { names, folders }
}

/** Prefixes of the id of a changed tag, fact or version: the last writer wins for each of them separately. */
const TAG = 'tag:'
const FACT = 'fact:'
const VERSION = 'version:'
const lists: Readonly<Record<string, string>> = {
  tags_add: TAG,
  tags_remove: TAG,
  memories_add: FACT,
  memories_change: FACT,
  memories_remove: FACT,
  versions: VERSION,
}
const idOf = (item: unknown) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item)

/** The names of the fields that an entry sets. */
export const fieldsOf = ({ body }: { body: object }): string[] =>
  Object.entries(body).flatMap(([field, value]) => {
    if (value === undefined) return []
    const list = lists[field]
    return list === undefined ? field : [value].flat().map((item) => `${list}${idOf(item)}`)
  })

function withoutFields(body: Change['body'], fields: string[]): Change['body'] {
  const left = Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
    const list = lists[field]
    if (list === undefined) return fields.includes(field) ? [] : [[field, value]]
    const items = [value].flat().filter((item) => !fields.includes(`${list}${idOf(item)}`))
    return items.length > 0 ? [[field, items]] : []
  })
  return Object.fromEntries(left)
}
