import * as v from 'valibot'
import { Timestamp, Uuid } from '#contract/primitives.ts'

const Cursor = v.tuple([Timestamp, Uuid, Timestamp])

/** The cursor of a page of chats: its last chat, and when the first page was read. */
export interface PageCursor {
  updatedAt: string
  id: string
  syncedAt: string
}

export function writeCursor({ updatedAt, id, syncedAt }: PageCursor): string {
  return Buffer.from(JSON.stringify([updatedAt, id, syncedAt])).toString('base64url')
}

/** Undefined for a malformed cursor. */
export function readCursor(text: string): PageCursor | undefined {
  try {
    const [updatedAt, id, syncedAt] = v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { updatedAt, id, syncedAt }
  } catch {
    return undefined
  }
}
