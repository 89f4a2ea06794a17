import type { Chat, Folder, Message } from '#contract/objects/chat.ts'
import { putServerProfile } from '../chats/chat-profile.ts'
import { isLeaving, showRefused } from '../chats/chat-trash.ts'
import { removeLabel } from '../chats/labels.ts'
import { putServerChat, setLastMessage, showServerChat, storedChatTables, titledBy } from '../chats/local-chat.ts'
import { endServerChat, forgetGoneChat } from '../chats/remove-server-chat.ts'
import { onlyHere, putServerMessages } from '../chats/store-messages.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { isEntry, type OutboxEntry, parseEntry } from '../database/rows.ts'
import { withFreeSpace, writeAs } from '../database/write-as.ts'
import { storeDeleted, undoClearHistory } from '../deleted/deleted-chats.ts'
import { describeEdit, eraseMessage } from '../outbox/enqueue-message-changes.ts'
import { fieldsOf, supersede } from '../outbox/supersede.ts'
import { storeOffer } from '../ratings/offers.ts'
import type { Conflict } from './detect-conflicts.ts'
import { dueAt } from './flush-plan.ts'
import type { Verdict } from './retry-policy.ts'
import type { Acknowledged } from './send-entry.ts'

/** Longer than a request with a token refresh can take. */
export const LEASE_MS = 2 * 60 * 1000

/** Claims an entry for sending by `owner` with a lease; null when it was deleted, has failed or is claimed already. */
export function claimEntry(
  db: CompanionDatabase,
  { userId, order = -1 }: OutboxEntry,
  owner: string,
  now: number,
  leasesCount: boolean,
): Promise<OutboxEntry | null> {
  const take = async () => {
    const row = await db.outbox.get(order)
    const entry = parseEntry(row)
    if (!row || !entry || entry.state === 'failed' || dueAt(entry, now, leasesCount) > now) return null
    // Merged into the row as read, not as parsed: the parser drops fields that a newer build has added.
    const claim = { state: 'sending' as const, lease: { owner, until: now + LEASE_MS } }
    await db.outbox.put({ ...row, ...claim })
    return { ...entry, ...claim }
  }
  return withFreeSpace(db, userId, () => db.transaction('rw', [db.outbox], take))
}

/**
 * Returns a function that renews the lease of a claimed entry when half of it has passed. It throws when another flush
 * has claimed the entry since, or it was deleted: then this one must not go on.
 */
export function createLeaseRenewal(
  db: CompanionDatabase,
  { userId, order = -1 }: OutboxEntry,
  owner: string,
  now: () => number,
): () => Promise<void> {
  let renewedAt = now()
  const renew = async () => {
    const row = await db.outbox.get(order)
    if (row?.lease?.owner !== owner) throw new Error('Another flush has claimed this entry')
    await db.outbox.put({ ...row, lease: { owner, until: now() + LEASE_MS } })
  }
  return async () => {
    if (now() < renewedAt + LEASE_MS / 2) return
    await withFreeSpace(db, userId, () => db.transaction('rw', [db.outbox], renew))
    renewedAt = now()
  }
}

/** Deletes an acknowledged entry and stores the server's result, in one transaction. */
export async function acknowledgeEntry(db: CompanionDatabase, entry: OutboxEntry, answer: Acknowledged): Promise<void> {
  const { userId, queueKey } = entry
  const tables = [...storedChatTables(db), db.folders, db.tags, db.profiles]
  await writeAs(db, userId, tables, async () => {
    // Both reads run concurrently, since the next message of the chat waits for this transaction.
    const [gone, leaving, acknowledged] = await Promise.all([
      isGone(db, entry),
      isLeaving(db, userId, queueKey),
      entry.kind === 'chat.delete' ? db.outbox.get(entry.order ?? -1) : undefined,
      // Not by its order: a message whose lease has expired may have been taken back, and its deletion has that order.
      db.outbox.where('id').equals(entry.id).delete(),
    ])
    if (gone) {
      // The chat was deleted elsewhere while the response was on its way: it must not be stored again.
      await forgetGoneChat(db, userId, queueKey)
    } else if ('deleted' in answer) {
      await storeDeleted(db, userId, queueKey, parseEntry(acknowledged) ?? entry)
    } else if ('erased' in answer) {
      await putErased(db, entry, answer.erased)
    } else if ('rated' in answer) {
      // Only if it is stored here: it would leave a gap in the loaded messages otherwise.
      if (answer.rated) await putServerMessages(db, userId, await onlyHere(db, userId, [answer.rated]))
    } else if ('offer' in answer) {
      if ('message' in entry.body) await storeOffer(db, userId, entry.body.message, answer.offer)
    } else if ('ratedExchange' in answer) {
      // The exchange was removed from this device when its rating was queued.
    } else if ('chat' in answer) {
      await putServerChat(db, userId, answer.chat)
      // A later version may be stored already, which was shown with the change that is acknowledged now.
      await showServerChat(db, userId, queueKey)
    } else if ('label' in answer) {
      await putLabel(db, entry, answer.label)
    } else if ('history' in answer) {
      // The next sync brings the chats with the times of the server.
    } else if ('profile' in answer) {
      await putServerProfile(db, userId, answer.profile)
    } else if ('deletedLabel' in answer) {
      await removeLabel(db, userId, entry.kind === 'folder.delete' ? 'folder' : 'tag', queueKey)
    } else if (!leaving) {
      const { user_message, assistant_message } = answer.exchange
      const title = await titleBy(db, entry)
      await Promise.all([
        putServerMessages(db, userId, [user_message, assistant_message]),
        setLastMessage(db, userId, user_message, title),
      ])
    }
  })
}

async function putErased(
  db: CompanionDatabase,
  { userId, queueKey: chatId, kind, body }: OutboxEntry,
  erased: { chat: Chat; messages: Message[] } | null,
): Promise<void> {
  if (kind === 'message.delete') await eraseMessage(db, userId, chatId, body.message)
  if (erased === null) return showServerChat(db, userId, chatId)
  // Only messages that are stored here: others would leave a gap in the loaded messages.
  await putServerMessages(db, userId, await onlyHere(db, userId, erased.messages))
  await putServerChat(db, userId, erased.chat)
}

/** Records a conflict before this device overwrites the value: the user is informed even if the response is lost. */
export async function recordConflicts(db: CompanionDatabase, sent: OutboxEntry, conflicts: Conflict[]): Promise<void> {
  if (conflicts.length === 0) return
  const { userId, queueKey, order = -1 } = sent
  const created_at = Date.now()
  await writeAs(db, userId, [db.outbox, db.conflicts], async () => {
    const entry = await db.outbox.get(order)
    if (!isEntry(entry)) return
    for (const each of conflicts) {
      const [, id] = conflictKey(entry, each.what)
      const row = { userId, id, targetId: queueKey, created_at, theirs: each.theirs }
      if (each.what === 'move' && entry.kind === 'chat.update') {
        entry.known_folders = [...(entry.known_folders ?? []), each.folder]
        await db.conflicts.put({ ...row, ...each })
      } else if (each.what === 'title' && entry.kind === 'chat.update' && entry.body.title !== undefined) {
        entry.known = [...(entry.known ?? []), each.theirs]
        await db.conflicts.put({ ...row, what: 'title', mine: entry.body.title })
      } else if (entry.kind === 'folder.update' || entry.kind === 'tag.update') {
        entry.known = [...(entry.known ?? []), each.theirs]
        const label = entry.kind === 'folder.update' ? 'folder' : 'tag'
        await db.conflicts.put({ ...row, what: 'name', label, mine: entry.body.name ?? '' })
      }
    }
    await db.outbox.put(entry)
  })
}

/** One entry may overwrite both a title and a folder, so the folder's conflict has another key. */
const conflictKey = ({ userId, id }: OutboxEntry, what: Conflict['what']): OwnedKey =>
  what === 'move' ? [userId, `${id}/move`] : [userId, id]

/** Returns an entry to the queue after a try that was not acknowledged, if `owner` still holds the lease. */
export async function returnEntry(
  db: CompanionDatabase,
  { userId, order = -1 }: OutboxEntry,
  owner: string,
  verdict: Verdict,
): Promise<void> {
  const giveBack = async () => {
    const entry = parseEntry(await db.outbox.get(order))
    if (entry?.lease?.owner !== owner) return
    // The aborted request may have arrived: it counts as an attempt, and an earlier refusal no longer shows that the
    // server does not have the entry.
    if (verdict.action === 'stop') {
      const attempts = Math.max(1, entry.attempts)
      await db.outbox.update(order, { state: 'waiting', lease: null, attempts, error: null })
    } else if (verdict.action === 'fail') {
      await db.outbox.update(order, { state: 'failed', lease: null, error: verdict.error, told: false })
      await afterRefusal(db, entry, verdict.error.code)
    } else {
      const { attempts, nextAttemptAt, error } = verdict
      await db.outbox.update(order, { state: 'waiting', lease: null, attempts, nextAttemptAt, error })
    }
  }
  // Without the check of the signed-in user: it also runs after sign-out.
  await withFreeSpace(db, userId, () => db.transaction('rw', storedChatTables(db), giveBack))
}

/** After a refusal, shows the server's version again unless this device has made a later change. */
async function afterRefusal(db: CompanionDatabase, entry: OutboxEntry, code: string): Promise<void> {
  const { userId, queueKey, order } = entry
  if (entry.kind === 'message.send' || entry.kind === 'message.delete') return showServerChat(db, userId, queueKey)
  if (entry.kind === 'chat.delete') return showRefused(db, entry)
  if (entry.kind === 'chat.restore') {
    // It was deleted for good in the meantime, and the sync that said so may have been before this refusal.
    if (code === 'not_found') return endServerChat(db, userId, queueKey)
    return showServerChat(db, userId, queueKey)
  }
  if (entry.kind === 'history.clear') return undoClearHistory(db, userId)
  if (!entry.kind.endsWith('.update')) return
  const later = await db.outbox
    .where('[account+chat]')
    .equals([userId, queueKey])
    .filter((each) => each.kind === entry.kind && (each.order ?? 0) > (order ?? 0))
    .toArray()
  await supersede(db, { userId, queueKey, fields: later.flatMap(fieldsOf), before: (order ?? 0) + 1 })
  await db.conflicts.bulkDelete([conflictKey(entry, 'title'), conflictKey(entry, 'move')])
  if (entry.kind !== 'chat.update') return
  await showServerChat(db, userId, queueKey)
}

/** Stores the server's version of a label with queued changes applied, unless its deletion is queued. */
async function putLabel(db: CompanionDatabase, { userId, queueKey, kind }: OutboxEntry, label: Folder): Promise<void> {
  const table = kind.startsWith('folder.') ? db.folders : db.tags
  const pending = await db.outbox.where('[account+chat]').equals([userId, queueKey]).sortBy('order')
  if (pending.some((each) => each.kind.endsWith('.delete'))) return
  const patches = pending.filter((each) => each.kind.endsWith('.update') && each.state !== 'failed')
  await table.put(Object.assign({ ...label, userId }, ...patches.map(({ body }) => body)))
}

/**
 * The server renames a chat when the question that gave it its title is edited, and names one without a title by its next
 * question; this does the same here.
 */
async function titleBy(db: CompanionDatabase, entry: OutboxEntry): Promise<string | undefined> {
  if (entry.kind !== 'message.send') return undefined
  const { userId, queueKey: chatId, body } = entry
  const server = (await db.chats.get([userId, chatId]))?.server
  if (!server) return undefined
  const replaced = body.replaces === undefined ? undefined : await db.messages.get([userId, body.replaces])
  return titledBy(server, { ...describeEdit(server, replaced, body.content), body })
}

/** Whether the server's chat was deleted since: its row is local again, though it was created before this entry. */
async function isGone(db: CompanionDatabase, { userId, queueKey: chatId, kind }: OutboxEntry): Promise<boolean> {
  if (!kind.startsWith('message.') && kind !== 'chat.update') return false
  return (await db.chats.get([userId, chatId]))?.local === true
}
