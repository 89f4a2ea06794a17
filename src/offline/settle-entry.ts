import type { CompanionDatabase } from './database.ts'
import { dueAt } from './flush-plan.ts'
import type { Verdict } from './flush-verdict.ts'
import { putServerChat, withLastMessage } from './local-chat.ts'
import { type OutboxEntry, parseEntry } from './rows.ts'
import type { Acknowledged } from './send-entry.ts'
import { putServerMessages } from './store-messages.ts'
import { writeAs } from './write-as.ts'

/** Longer than a call with a refresh inside can take. */
export const LEASE_MS = 2 * 60 * 1000

/** Marks an entry as being sent by `owner`; null when it is gone, failed, or taken by another. */
export function claimEntry(
  db: CompanionDatabase,
  { order = -1 }: OutboxEntry,
  owner: string,
  now: number,
  leasesCount: boolean,
): Promise<OutboxEntry | null> {
  return db.transaction('rw', [db.outbox], async () => {
    const entry = parseEntry(await db.outbox.get(order))
    if (!entry || entry.state === 'failed' || dueAt(entry, now, leasesCount) > now) return null
    const claimed: OutboxEntry = { ...entry, state: 'sending', lease: { owner, until: now + LEASE_MS } }
    await db.outbox.put(claimed)
    return claimed
  })
}

/** Deletes an entry and puts what the server made of it into the copy, in one transaction. */
export async function acknowledgeEntry(db: CompanionDatabase, entry: OutboxEntry, answer: Acknowledged): Promise<void> {
  const { account, chat } = entry
  await writeAs(db, account, [db.outbox, db.chats, db.messages], async () => {
    if (entry.order !== undefined) await db.outbox.delete(entry.order)
    if ('deleted' in answer) {
      await db.chats.delete([account, chat])
      await db.messages.where('[account+chat+seq]').between([account, chat, 0], [account, chat, Infinity]).delete()
    } else if ('chat' in answer) {
      await putServerChat(db, account, answer.chat)
    } else if (!(await isBeingDeleted(db, entry))) {
      const { user_message, assistant_message } = answer.exchange
      await putServerMessages(db, account, [user_message, assistant_message])
      const row = await db.chats.get([account, chat])
      if (row) await db.chats.put(withLastMessage(row, user_message.content, user_message.created_at))
    }
  })
}

/** Puts an entry back after a try that was not acknowledged, if `owner` still has it. */
export async function returnEntry(
  db: CompanionDatabase,
  { order = -1 }: OutboxEntry,
  owner: string,
  verdict: Verdict,
): Promise<void> {
  await db.transaction('rw', [db.outbox], async () => {
    const entry = parseEntry(await db.outbox.get(order))
    if (entry?.lease?.owner !== owner) return
    if (verdict.action === 'stop') await db.outbox.put({ ...entry, state: 'waiting', lease: null })
    else if (verdict.action === 'fail')
      await db.outbox.put({ ...entry, state: 'failed', lease: null, error: verdict.error })
    else {
      const { attempts, nextAttemptAt, error } = verdict
      await db.outbox.put({ ...entry, state: 'waiting', lease: null, attempts, nextAttemptAt, error })
    }
  })
}

async function isBeingDeleted(db: CompanionDatabase, { account, chat }: OutboxEntry): Promise<boolean> {
  const deletions = db.outbox.where('[account+chat]').equals([account, chat])
  return (await deletions.filter(({ kind }) => kind === 'chat.delete').count()) > 0
}
