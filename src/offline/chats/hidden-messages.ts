import type { Message } from '#contract/objects/chat.ts'
import type { OutboxEntry } from '../database/rows.ts'

type Part = Pick<Message, 'id' | 'role' | 'seq' | 'reply_to' | 'status' | 'superseded_by'>

/**
 * Ids of the messages and entries of a chat that are hidden: deleted or superseded on the server, or by an unsent
 * entry. A refused deletion or edit hides nothing. `messages` may be any part of the chat; `waiting` holds all its
 * entries, in order.
 */
export function findHidden(messages: readonly Part[], waiting: readonly OutboxEntry[]): ReadonlySet<string> {
  const hidden = new Set<string>()
  const places = new Map(messages.map(({ id, seq }) => [id, seq]))
  const deleted = new Set<string>()
  let from = Number.POSITIVE_INFINITY
  for (const [index, entry] of waiting.entries()) {
    if (entry.state === 'failed') continue
    if (entry.kind === 'message.delete') deleted.add(entry.body.message)
    // An edit that is stored as a message already has arrived on the server, which has marked what it supersedes.
    if (entry.kind !== 'message.send' || entry.body.replaces === undefined || places.has(entry.id)) continue
    from = Math.min(from, entry.place ?? places.get(entry.body.replaces) ?? Number.POSITIVE_INFINITY)
    for (const earlier of waiting.slice(0, index)) {
      if (earlier.kind === 'message.send' && earlier.state !== 'failed') hidden.add(earlier.id)
    }
  }
  for (const { id, kind, state } of waiting) {
    // A refused message stays visible, so that the user can reuse its text.
    if (kind === 'message.send' && state !== 'failed' && deleted.has(id)) hidden.add(id)
  }
  for (const { id, seq, reply_to, status, superseded_by } of messages) {
    // A later version of an answer is hidden together with its question, whatever its own position is.
    const place = (reply_to === null ? undefined : places.get(reply_to)) ?? seq
    const goes = deleted.has(id) || (reply_to !== null && deleted.has(reply_to))
    if (status === 'deleted' || superseded_by || goes || place >= from) hidden.add(id)
  }
  return hidden
}
