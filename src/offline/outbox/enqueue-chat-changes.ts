import type { CompanionDatabase } from '../database/database.ts'
import type { ChatPatch, ChatRow } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { enqueueChatChange } from './enqueue.ts'

/** Chats per transaction: a write by the user in between waits for one batch only. */
const AT_ONCE = 50

/** Enqueues the same change for many chats, one entry each; chats that already have the value are skipped. */
export async function enqueueChatChanges(
  db: CompanionDatabase,
  { userId, chatIds, patch }: { userId: number; chatIds: readonly string[]; patch: ChatPatch },
): Promise<void> {
  for (let from = 0; from < chatIds.length; from += AT_ONCE) {
    await writeAs(db, userId, [db.outbox, db.chats], async () => {
      for (const chatId of chatIds.slice(from, from + AT_ONCE)) {
        const row = await db.chats.get([userId, chatId])
        if (row) await enqueueChatChange(db, { userId, chatId, patch: changesOf(row, patch) })
      }
    })
  }
}

function changesOf(row: ChatRow, { tags_add, tags_remove, ...fields }: ChatPatch): ChatPatch {
  const changed = Object.entries(fields).filter(
    ([field, value]) => (row[field as keyof ChatRow] ?? false) !== (value ?? false),
  )
  const add = tags_add?.filter((tag) => !row.tags.includes(tag)) ?? []
  const remove = tags_remove?.filter((tag) => row.tags.includes(tag)) ?? []
  return {
    ...Object.fromEntries(changed),
    ...(add.length > 0 ? { tags_add: add } : {}),
    ...(remove.length > 0 ? { tags_remove: remove } : {}),
  }
}
