import { v7 as uuid } from 'uuid'
import type { OutboxEntry } from '#offline/database/rows.ts'

type Of<Kind extends OutboxEntry['kind']> = Extract<OutboxEntry, { kind: Kind }>
type Given<Kind extends OutboxEntry['kind']> = Pick<Of<Kind>, 'body'> & Partial<Of<Kind>>

let order = 0

/** An entry as the outbox stores it, waiting since now and after all earlier ones; for rules without a database. */
export function outboxEntry<Kind extends OutboxEntry['kind']>(kind: Kind, given: Given<Kind>): Of<Kind> {
  order += 1
  const base = { id: uuid(), userId: 7, queueKey: 'a chat', order, state: 'waiting', attempts: 0, nextAttemptAt: 0 }
  return { ...base, lease: null, error: null, created_at: 0, kind, ...given } as unknown as Of<Kind>
}

/** A waiting message of `chat`. */
export const messageEntry = (chatId: string, more: Partial<Of<'message.send'>> = {}) =>
  outboxEntry('message.send', {
    queueKey: chatId,
    body: { id: uuid(), chat: chatId, content: 'hello', request_mode: 'text', response_mode: 'text' },
    ...more,
  })
