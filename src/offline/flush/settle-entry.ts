import type { Chat, Folder, Message } from '#contract/objects/chat.ts'
import { putServerProfile } from '../chats/chat-profile.ts'
import { isLeaving, showRefused } from '../chats/chat-trash.ts'
import { removeLabel } from '../chats/labels.ts'
import { putServerChat, setLastMessage, showServerChat } from '../chats/local-chat.ts'
import { forgetGoneChat } from '../chats/remove-server-chat.ts'
import { onlyHere, putServerMessages } from '../chats/store-messages.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { dropMessages } from '../database/removable-chats.ts'
import { type OutboxEntry, parseEntry } from '../database/rows.ts'
import { withFreeSpace, writeAs } from '../database/write-as.ts'
import { describeEdit, eraseMessage } from '../outbox/enqueue-message-changes.ts'
import { fieldsOf, supersede } from '../outbox/supersede.ts'
import type { Replaced } from './detect-conflicts.ts'
import { dueAt } from './flush-plan.ts'
import type { Verdict } from './retry-policy.ts'
import type { Acknowledged } from './send-entry.ts'

/** Longer than a call with a refresh inside can take. */
export const LEASE_MS = 2 * 60 * 1000

/** Marks an entry as being sent by `owner`; null when it is gone, failed, or taken by another. */
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
    // Over the row as it was read, not as it was parsed: fields that a newer build gave the entry are its own.
    const claim = { state: 'sending' as const, lease: { owner, until: now + LEASE_MS } }
    await db.outbox.put({ ...row, ...claim })
    return { ...entry, ...claim }
  }
  return withFreeSpace(db, userId, () => db.transaction('rw', [db.outbox], take))
}

/** Deletes an entry and puts what the server made of it into the copy, in one transaction. */
export async function acknowledgeEntry(db: CompanionDatabase, entry: OutboxEntry, answer: Acknowledged): Promise<void> {
  const { userId, queueKey } = entry
  const tables = [db.outbox, db.chats, db.messages, db.drafts, db.folders, db.tags, db.conflicts, db.profiles, db.sync]
  await writeAs(db, userId, tables, async () => {
    // Requests go side by side: the next message of the chat waits for the end of this.
    const [gone, leaving] = await Promise.all([
      isGone(db, entry),
      isLeaving(db, userId, queueKey),
      entry.order === undefined ? undefined : db.outbox.delete(entry.order),
    ])
    if (gone) {
      // Deleted elsewhere while this answer was on its way: there is nothing to bring back.
      await forgetGoneChat(db, userId, queueKey)
    } else if ('deleted' in answer) {
      await db.chats.delete([userId, queueKey])
      await dropMessages(db, userId, queueKey)
    } else if ('erased' in answer) {
      await putErased(db, entry, answer.erased)
    } else if ('chat' in answer) {
      await putServerChat(db, userId, answer.chat)
    } else if ('label' in answer) {
      await putLabel(db, entry, answer.label)
    } else if ('profile' in answer) {
      await putServerProfile(db, userId, answer.profile)
    } else if ('deletedLabel' in answer) {
      await removeLabel(db, userId, entry.kind === 'folder.delete' ? 'folder' : 'tag', queueKey)
    } else if (!leaving) {
      const { user_message, assistant_message } = answer.exchange
      const title = await titleByEdit(db, entry)
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
  // Answers that this device has never seen would stand beside a hole.
  await putServerMessages(db, userId, await onlyHere(db, userId, erased.messages))
  await putServerChat(db, userId, erased.chat)
}

/** Keeps what this device is about to replace: also if the answer is lost, the person hears of it once. */
export async function recordConflict(db: CompanionDatabase, sent: OutboxEntry, replaced: Replaced[]): Promise<void> {
  if (replaced.length === 0) return
  const { userId, queueKey, order = -1 } = sent
  const created_at = Date.now()
  await writeAs(db, userId, [db.outbox, db.conflicts], async () => {
    const entry = parseEntry(await db.outbox.get(order))
    if (!entry) return
    for (const each of replaced) {
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

/** An entry may replace a title and a place. */
const conflictKey = ({ userId, id }: OutboxEntry, what: Replaced['what']): OwnedKey =>
  what === 'move' ? [userId, `${id}/move`] : [userId, id]

/** Puts an entry back after a try that was not acknowledged, if `owner` still has it. */
export async function returnEntry(
  db: CompanionDatabase,
  { userId, order = -1 }: OutboxEntry,
  owner: string,
  verdict: Verdict,
): Promise<void> {
  const giveBack = async () => {
    const entry = parseEntry(await db.outbox.get(order))
    if (entry?.lease?.owner !== owner) return
    // Broken off in between, it may have arrived: it counts as tried.
    if (verdict.action === 'stop') {
      await db.outbox.update(order, { state: 'waiting', lease: null, attempts: Math.max(1, entry.attempts) })
    } else if (verdict.action === 'fail') {
      await db.outbox.update(order, { state: 'failed', lease: null, error: verdict.error, told: false })
      await afterRefusal(db, entry)
    } else {
      const { attempts, nextAttemptAt, error } = verdict
      await db.outbox.update(order, { state: 'waiting', lease: null, attempts, nextAttemptAt, error })
    }
  }
  // Also when the person has signed out meanwhile.
  await withFreeSpace(db, userId, () => db.transaction('rw', [db.outbox, db.chats, db.conflicts], giveBack))
}

/** What this device has changed since stands; else it shows what the server has. */
async function afterRefusal(db: CompanionDatabase, entry: OutboxEntry): Promise<void> {
  const { userId, queueKey, order } = entry
  if (entry.kind === 'message.send' || entry.kind === 'message.delete') return showServerChat(db, userId, queueKey)
  if (entry.kind === 'chat.delete') return showRefused(db, entry)
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

/** A label as the server has it, unless it is being deleted or changed again here. */
async function putLabel(db: CompanionDatabase, { userId, queueKey, kind }: OutboxEntry, label: Folder): Promise<void> {
  const table = kind.startsWith('folder.') ? db.folders : db.tags
  const pending = await db.outbox.where('[account+chat]').equals([userId, queueKey]).sortBy('order')
  if (pending.some((each) => each.kind.endsWith('.delete'))) return
  const patches = pending.filter((each) => each.kind.endsWith('.update') && each.state !== 'failed')
  await table.put(Object.assign({ ...label, userId }, ...patches.map(({ body }) => body)))
}

/** As the server names a chat anew when the question that had given its name was edited. */
async function titleByEdit(
  db: CompanionDatabase,
  { userId, queueKey: chatId, kind, body }: OutboxEntry,
): Promise<string | undefined> {
  if (kind !== 'message.send' || body.replaces === undefined) return undefined
  const row = await db.chats.get([userId, chatId])
  return row?.server && describeEdit(row.server, await db.messages.get([userId, body.replaces]), body.content).title
}

/** Its chat has been taken off since: one of this device only, though it was made on the server before this entry could go. */
async function isGone(db: CompanionDatabase, { userId, queueKey: chatId, kind }: OutboxEntry): Promise<boolean> {
  if (kind !== 'message.send' && kind !== 'message.delete' && kind !== 'chat.update') return false
  return (await db.chats.get([userId, chatId]))?.local === true
}
