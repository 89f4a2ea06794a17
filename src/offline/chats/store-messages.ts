import type { Message } from '#contract/objects/chat.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import type { MessageRow } from '../database/rows.ts'

/**
 * Stores messages of the server. A stored row with more information is not overwritten, and outbox entries that the
 * messages acknowledge (same id) are deleted. Runs in the caller's transaction.
 */
export async function putServerMessages(db: CompanionDatabase, userId: number, messages: Message[]): Promise<void> {
  const stored = await db.messages.bulkGet(messages.map(({ id }): [number, string] => [userId, id]))
  await db.messages.bulkPut(messages.map((message, index) => newerMessage(stored[index], { ...message, userId })))
  for (const message of messages) if (message.replaces && !message.superseded_by) await giveWay(db, userId, message)
  await db.outbox
    .where('id')
    .anyOf(messages.map(({ id }) => id))
    .filter((entry) => entry.userId === userId && entry.kind === 'message.send')
    .delete()
}

/** Marks the replaced question and all after it as superseded: the server's message names only the first of them. */
async function giveWay(db: CompanionDatabase, userId: number, question: Message): Promise<void> {
  const replaced = await db.messages.get([userId, question.replaces ?? ''])
  if (!replaced || replaced.superseded_by) return
  const end = await db.messages
    .where('[account+chat+seq]')
    .between([userId, question.chat, replaced.seq], [userId, question.chat, question.seq], true, false)
    .toArray()
  const questionIds = new Set(end.flatMap(({ id, role }) => (role === 'user' ? id : [])))
  // An answer is superseded only with its question: a later version of an earlier answer is not.
  const old = end.filter(({ id, reply_to, superseded_by }) => !superseded_by && questionIds.has(reply_to ?? id))
  await db.messages.bulkPut(old.map((row) => ({ ...row, superseded_by: question.id })))
}

/** Returns only those messages that are stored on this device. */
export async function onlyHere(db: CompanionDatabase, userId: number, messages: Message[]): Promise<Message[]> {
  const stored = await db.messages.bulkGet(messages.map(({ id }): OwnedKey => [userId, id]))
  return messages.filter((_, index) => stored[index] !== undefined)
}

/**
 * Merges two versions of a message: deleted wins over all, finished over streaming, the stored one over an incoming one
 * that is streaming, then the later change; later scores win.
 */
export function newerMessage(stored: MessageRow | undefined, incoming: MessageRow): MessageRow {
  if (!stored || (incoming.status === 'deleted' && stored.status !== 'deleted')) return incoming
  if (stored.status === 'deleted')
    return incoming.updated_at > stored.updated_at && incoming.status === 'deleted' ? incoming : stored
  const isEarlier = stored.status !== 'streaming' && incoming.updated_at < stored.updated_at
  const base = incoming.status === 'streaming' || isEarlier ? stored : incoming
  const other = base === stored ? incoming : stored
  const scores = laterScores(base.scores, other.scores)
  // A path that moves back to a branch changes the messages of the branch.
  const { superseded_by } = incoming.updated_at < stored.updated_at ? stored : incoming
  const merged =
    scores === base.scores && superseded_by === base.superseded_by ? base : { ...base, scores, superseded_by }
  // The server's message has no text of the summary; that of one which it no longer names is deleted.
  const { summary } = stored
  return summary !== undefined && merged.earlier?.summary && merged.earlier.summary === stored.earlier?.summary
    ? { ...merged, summary }
    : merged
}

function laterScores(mine: Message['scores'], theirs: Message['scores']): Message['scores'] {
  if (!mine || !theirs) return mine ?? theirs
  return theirs.created_at > mine.created_at ? theirs : mine
}
