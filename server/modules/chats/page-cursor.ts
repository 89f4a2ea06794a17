import * as v from 'valibot'
import { Timestamp, Uuid } from '#contract/primitives.ts'

const ByChange = v.tuple([Timestamp, Uuid, Timestamp])
const ByOrder = v.tuple([v.picklist([0, 1]), Timestamp, Uuid, Timestamp])

/**
 * The cursor of a page of chats: its last chat, and when the first page was read. Changes are ordered by `updatedAt`,
 * as all lists were in the cursors that devices may still have from an earlier server; other lists by pin and last
 * message.
 */
export type PageCursor = { id: string; syncedAt: string } & (
  | { by: 'change'; updatedAt: string }
  | { by: 'order'; pinned: 0 | 1; lastMessageAt: string }
)

export function writeCursor(cursor: PageCursor): string {
  const { id, syncedAt } = cursor
  const parts =
    cursor.by === 'change' ? [cursor.updatedAt, id, syncedAt] : [cursor.pinned, cursor.lastMessageAt, id, syncedAt]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Undefined for a malformed cursor. */
export function readCursor(text: string): PageCursor | undefined {
  try {
    const parts = v.parse(v.union([ByChange, ByOrder]), JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (parts.length === 3) {
      const [updatedAt, id, syncedAt] = parts
      return { by: 'change', updatedAt, id, syncedAt }
    }
    const [pinned, lastMessageAt, id, syncedAt] = parts
    return { by: 'order', pinned, lastMessageAt, id, syncedAt }
  } catch {
    return undefined
  }
}
