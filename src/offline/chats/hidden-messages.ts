import type { Message } from '#contract/objects/chat.ts'
import type { OutboxEntry } from '../database/rows.ts'

type Part = Pick<Message, 'id' | 'role' | 'seq' | 'reply_to' | 'status' | 'superseded_by'>

/**
 * What of a chat nobody is shown any more, as ids of messages and of entries: what is deleted or superseded on the
 * server, and what will be by what waits here. A refused deletion or edit hides nothing. `messages` may be any part of
 * the chat; `waiting` is all that waits of it, in order.
 */
export function findHidden(messages: readonly Part[], waiting: readonly OutboxEntry[]): ReadonlySet<string> {
  const hidden = new Set<string>()
  const places = new Map(messages.map(({ id, seq }) => [id, seq]))
  const deleted = new Set<string>()
  let from = Number.POSITIVE_INFINITY
  for (const [index, entry] of waiting.entries()) {
    if (entry.state === 'failed') continue
    if (entry.kind === 'message.delete') deleted.add(entry.body.message)
    // One that has arrived, though nobody has heard of it, has done on the server what it does.
    if (entry.kind !== 'message.send' || entry.body.replaces === undefined || places.has(entry.id)) continue
    from = Math.min(from, entry.place ?? places.get(entry.body.replaces) ?? Number.POSITIVE_INFINITY)
    for (const earlier of waiting.slice(0, index)) {
      if (earlier.kind === 'message.send' && earlier.state !== 'failed') hidden.add(earlier.id)
    }
  }
  for (const { id, kind, state } of waiting) {
    // Words that were refused stay in reach.
    if (kind === 'message.send' && state !== 'failed' && deleted.has(id)) hidden.add(id)
  }
  for (const { id, seq, reply_to, status, superseded_by } of messages) {
    // A later version of an answer goes with its question, not with its own place.
    const place = (reply_to === null ? undefined : places.get(reply_to)) ?? seq
    const goes = deleted.has(id) || (reply_to !== null && deleted.has(reply_to))
    if (status === 'deleted' || superseded_by || goes || place >= from) hidden.add(id)
  }
  return hidden
}
