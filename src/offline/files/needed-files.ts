import type { CompanionDatabase } from '../database/database.ts'
import { type ChatBin, type DraftRow, type OutboxEntry, parseEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'

/** Ids of the files that only this device has for certain: those of drafts, unsent messages and deletions to undo. */
export async function neededFiles(db: CompanionDatabase, userId: number): Promise<Set<string>> {
  const [entries, drafts, deleted] = await Promise.all([
    db.outbox.where('account').equals(userId).toArray(),
    startingWith(db.drafts, '[account+chat]', [userId]).toArray(),
    startingWith(db.deletedChats, '[account+id]', [userId]).toArray(),
  ])
  return new Set([
    ...entries.flatMap(ofEntry),
    ...drafts.flatMap(ofDraft),
    ...deleted.flatMap(({ bin }) => (bin ? ofBin(bin) : [])),
  ])
}

function ofEntry(row: OutboxEntry): string[] {
  // Another build's entry may name files under the same field although it is not valid here.
  const entry = parseEntry(row) ?? row
  if (entry.kind === 'message.send') return entry.files?.map(({ id }) => id) ?? []
  if (entry.kind !== 'chat.delete' || !entry.bin) return []
  return ofBin(entry.bin)
}

function ofBin({ entries, drafts }: ChatBin): string[] {
  const binned = entries.flatMap((each) => parseEntry(each) ?? [])
  return [...binned.flatMap(ofEntry), ...drafts.flatMap(ofDraft)]
}

const ofDraft = ({ files = [] }: DraftRow): string[] => files.map(({ id }) => id)
