import type { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

export interface UnsentItem extends Pick<OutboxEntry, 'id' | 'kind' | 'state'> {
  /** The typed text: the message, the title or the name; null when there is none. */
  what: string | null
  reason: OutboxEntry['error']
}

/** An unsent entry in terms of the user. */
export async function listUnsent(db: CompanionDatabase, userId: number): Promise<UnsentItem[]> {
  return (await readEntries(db, userId)).map(({ id, kind, state, error, body }) => {
    const words = 'content' in body ? body.content : 'title' in body ? body.title : 'name' in body ? body.name : null
    return { id, kind, state, what: words ?? null, reason: error }
  })
}
