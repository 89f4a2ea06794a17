import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { type ChatBin, type ChatRow, type DraftRow, isEntry, type OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { writeAs } from '../database/write-as.ts'
import { chatOfDraftKey } from '../drafts/draft-key.ts'
import { putDraftBack } from '../drafts/put-draft-back.ts'
import { freshEntry } from '../outbox/new-entry.ts'
import { fateOf, showServerChat, storedChatTables } from './local-chat.ts'
import { removeServerChat } from './remove-server-chat.ts'

/** How long a deletion is held for undo, in milliseconds. It is sent after that even if the page was closed. */
export const UNDO_MS = 20_000

type Deletion = Extract<OutboxEntry, { kind: 'chat.delete' }>

/**
 * Hides chats and queues their deletion in one transaction. For undo, the entry stores what exists on this device only,
 * and the messages stay stored, even after the server has confirmed the deletion (decision 031). With `hold`, nothing
 * is sent before `releaseChats`, or UNDO_MS after the last `holdChats`.
 */
export async function enqueueChatDeletes(
  db: CompanionDatabase,
  { userId, chatIds, hold = false }: { userId: number; chatIds: readonly string[]; hold?: boolean },
): Promise<void> {
  await writeAs(db, userId, storedChatTables(db), async () => {
    for (const chatId of chatIds) await binChat(db, userId, chatId, hold ? Date.now() + UNDO_MS : 0)
  })
}

/** Extends the undo time of held deletions by UNDO_MS from now. */
export async function holdChats(db: CompanionDatabase, userId: number, chatIds: readonly string[]): Promise<void> {
  await changeUntried(db, userId, chatIds, (at) => (at > 0 ? Date.now() + UNDO_MS : at))
}

/** Undoes deletions and restores the chats. Returns the chats whose deletion was not sent yet; others are unchanged. */
export async function takeChatsBack(
  db: CompanionDatabase,
  userId: number,
  chatIds: readonly string[],
): Promise<string[]> {
  return writeAs(db, userId, storedChatTables(db), async () => {
    const back: string[] = []
    for (const chatId of chatIds) {
      const deletion = await findDeletion(db, userId, chatId)
      // A deletion that was tried once may have reached the server.
      if (!deletion || deletion.state === 'sending' || deletion.attempts > 0) continue
      await db.outbox.delete(deletion.order ?? -1)
      await restoreChat(db, deletion)
      back.push(chatId)
    }
    return back
  })
}

/** Ends the undo time: the deletions are sent now. */
export async function releaseChats(db: CompanionDatabase, userId: number, chatIds: readonly string[]): Promise<void> {
  await changeUntried(db, userId, chatIds, () => 0)
}

/** Sets the earliest sending time of deletions that have not been tried yet. */
async function changeUntried(
  db: CompanionDatabase,
  userId: number,
  chatIds: readonly string[],
  dueAt: (now: number) => number,
): Promise<void> {
  const keys = chatIds.map((chatId): OwnedKey => [userId, chatId])
  await writeAs(db, userId, [db.outbox], async () => {
    await db.outbox
      .where('[account+chat]')
      .anyOf(keys)
      .filter(({ kind, state, attempts }) => kind === 'chat.delete' && state === 'waiting' && attempts === 0)
      .modify((entry) => {
        entry.nextAttemptAt = dueAt(entry.nextAttemptAt)
      })
  })
}

/** Restores what a deletion has stored. Runs in the caller's transaction; the caller deletes the entry. */
export async function restoreChat(db: CompanionDatabase, { userId, queueKey: chatId, bin }: Deletion): Promise<void> {
  if (!bin) return
  if (bin.row) await putBack(db, bin.row)
  await db.outbox.bulkPut(bin.entries.filter(isEntry))
  for (const draft of bin.drafts) await putDraftBack(db, draft)
  await db.conflicts.bulkPut(bin.conflicts)
  if (bin.gone) await removeServerChat(db, userId, chatId)
  else await showServerChat(db, userId, chatId)
}

/** Lists a chat again whose deletion was refused. `restoreChat` restores the other stored data later. */
export async function showRefused(db: CompanionDatabase, { userId, queueKey: chatId, bin }: Deletion): Promise<void> {
  if (bin?.row && !bin.gone) await putBack(db, bin.row)
  await showServerChat(db, userId, chatId)
}

/** A row that was stored in between is newer than the saved one. */
async function putBack(db: CompanionDatabase, row: ChatRow): Promise<void> {
  if (!(await db.chats.get([row.userId, row.id]))) await db.chats.put(row)
}

/** Whether a deletion of the chat is queued, was not refused and is not taken back. Use inside `useLiveQuery`. */
export async function isLeaving(db: CompanionDatabase, userId: number, chatId: string): Promise<boolean> {
  const entries = await db.outbox.where('[account+chat]').equals([userId, chatId]).sortBy('order')
  const kind = fateOf(entries)?.kind
  return kind === 'chat.delete' || kind === 'chat.erase'
}

export async function findDeletion(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
): Promise<Deletion | undefined> {
  const rows = await db.outbox.where('[account+chat]').equals([userId, chatId]).toArray()
  // The last one: an earlier one may wait before a restoration.
  return rows.findLast((row): row is Deletion => isEntry(row) && row.kind === 'chat.delete')
}

/** Runs in the caller's transaction over `storedChatTables`. */
export async function binChat(db: CompanionDatabase, userId: number, chatId: string, notBefore: number): Promise<void> {
  const [row, entries, drafts, conflicts] = await Promise.all([
    db.chats.get([userId, chatId]),
    db.outbox.where('[account+chat]').equals([userId, chatId]).toArray(),
    draftsOf(db, userId, chatId),
    conflictsOf(db, userId, chatId),
  ])
  const fate = fateOf(entries)
  if (fate?.kind === 'chat.delete' && fate.state === 'waiting') return
  // Entries that are being sent, or that delete the chat before its restoration, may have arrived already: they stay
  // queued before this deletion.
  const waiting = entries.filter(
    ({ kind, state }) => state !== 'sending' && (kind !== 'chat.delete' || state === 'failed'),
  )
  const earlier = waiting.find((entry) => entry.kind === 'chat.delete')
  const bin: ChatBin = {
    row: row ?? earlier?.bin?.row ?? null,
    entries: [...(earlier?.bin?.entries ?? []), ...waiting.filter((entry) => entry !== earlier)],
    drafts: [...(earlier?.bin?.drafts ?? []), ...drafts],
    conflicts: [...(earlier?.bin?.conflicts ?? []), ...conflicts],
  }
  await Promise.all([
    db.outbox.bulkDelete(waiting.flatMap(({ order }) => order ?? [])),
    db.chats.delete([userId, chatId]),
    db.drafts.bulkDelete(drafts.map((draft): OwnedKey => [userId, draft.draftKey])),
    db.conflicts.bulkDelete(conflicts.map(({ id }): OwnedKey => [userId, id])),
    db.outbox.add({ ...freshEntry(userId, chatId), kind: 'chat.delete', body: {}, bin, nextAttemptAt: notBefore }),
  ])
}

function draftsOf(db: CompanionDatabase, userId: number, chatId: string): Promise<DraftRow[]> {
  return db.drafts
    .where('[account+chat]')
    .between([userId, chatId], [userId, `${chatId}\uffff`])
    .filter((draft) => chatOfDraftKey(draft.draftKey) === chatId)
    .toArray()
}

function conflictsOf(db: CompanionDatabase, userId: number, chatId: string) {
  return startingWith(db.conflicts, '[account+id]', [userId])
    .filter((conflict) => conflict.targetId === chatId)
    .toArray()
}
