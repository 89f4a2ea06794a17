import type { Message } from '#contract/objects/chat.ts'
import type { CompanionDatabase } from './database.ts'
import type { MessageRow } from './rows.ts'

/**
 * Puts messages of the server. Keeps a row that knows more than what arrives, and removes the outbox
 * entries that they acknowledge: the server names their ids. Runs in the caller's transaction.
 */
export async function putServerMessages(db: CompanionDatabase, account: number, messages: Message[]): Promise<void> {
  const stored = await db.messages.bulkGet(messages.map(({ id }): [number, string] => [account, id]))
  await db.messages.bulkPut(messages.map((message, index) => newerMessage(stored[index], { ...message, account })))
  await db.outbox
    .where('id')
    .anyOf(messages.map(({ id }) => id))
    .filter((entry) => entry.account === account && entry.kind === 'message.send')
    .delete()
}

/** A finished message beats a streaming one, a partial text beats none, later scores beat earlier ones. */
export function newerMessage(stored: MessageRow | undefined, incoming: MessageRow): MessageRow {
  if (!stored) return incoming
  if (incoming.status === 'streaming') return stored
  if (stored.status === 'streaming') return incoming
  const keep = stored.scores && (!incoming.scores || incoming.scores.created_at < stored.scores.created_at)
  return keep ? { ...incoming, scores: stored.scores } : incoming
}
