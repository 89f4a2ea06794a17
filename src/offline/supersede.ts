import type { CompanionDatabase } from './database.ts'
import { type OutboxEntry, parseEntry } from './rows.ts'

const changes = ['chat.update', 'folder.update', 'tag.update'] as const
type Change = Extract<OutboxEntry, { kind: (typeof changes)[number] }>
const isChange = (entry: OutboxEntry): entry is Change => changes.some((kind) => kind === entry.kind)

/** Whether both set the same field, so that the order in which they arrive matters. */
export function shareField(a: OutboxEntry, b: OutboxEntry): boolean {
  return isChange(a) && isChange(b) && fieldsOf(a).some((field) => fieldsOf(b).includes(field))
}

/**
 * Takes the fields that a later change sets anew out of what waits or was refused: the last word is sent,
 * and a late retry cannot undo it. What is being sent is never altered. Returns the titles that were
 * taken out, and what they knew. Runs in the caller's transaction.
 */
export async function supersede(
  db: CompanionDatabase,
  later: { account: number; chat: string; fields: string[]; before?: number | undefined },
): Promise<string[]> {
  const { account, chat, fields, before = Number.POSITIVE_INFINITY } = later
  const known: string[] = []
  for (const row of await db.outbox.where('[account+chat]').equals([account, chat]).toArray()) {
    const entry = parseEntry(row)
    if (!entry || !isChange(entry) || entry.state === 'sending' || entry.order === undefined) continue
    if (entry.order >= before || !fieldsOf(entry).some((field) => fields.includes(field))) continue
    if (entry.kind === 'chat.update' && fields.includes('title')) {
      known.push(...(entry.known ?? []), ...(entry.body.title === undefined ? [] : [entry.body.title]))
    }
    const body = Object.fromEntries(Object.entries(entry.body).filter(([field]) => !fields.includes(field)))
    if (Object.keys(body).length === 0) await db.outbox.delete(entry.order)
    else await db.outbox.put({ ...entry, body })
  }
  return known
}

/** The fields that are set, by name. */
export const fieldsOf = ({ body }: { body: object }): string[] =>
  Object.entries(body).flatMap(([field, value]) => (value === undefined ? [] : field))
