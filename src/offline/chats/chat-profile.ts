import type { ChatProfile, ChatProfilePatch, Memory } from '#contract/objects/chat-profile.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry } from '../outbox/new-entry.ts'
import { fieldsOf, supersede } from '../outbox/supersede.ts'

/** Queue key of the profile's outbox entries, which belong to no chat; they are sent in order like those of a chat. */
const PROFILE = '00000000-0000-0000-0000-000000000000'
/** Ids of two rows of the table: the server's profile, and what is stored on this device only. */
export const SERVER = 'server'
const DEVICE = 'device'
/** The most proposed facts that are stored; the oldest are dropped. */
const PROPOSED_MAX = 200

/** The profile shown until the server's has been loaded. */
export const defaultProfile: ChatProfile = {
  preferred_name: '',
  about: '',
  tone: '',
  memory_enabled: true,
  memories: [],
  voice: null,
  show_scores: true,
  show_reasoning: true,
  enter_sends: true,
  autoplay: false,
  unsaved_chats_days: null,
  model: null,
  updated_at: null,
}

/** An unsent change of the profile. Facts are added, changed and removed one by one. */
export type ProfileChange = Omit<ChatProfilePatch, 'memories'>

/** The server's last known profile with the unsent changes of this device applied. Use inside `useLiveQuery`. */
export async function queryProfile(db: CompanionDatabase, userId: number): Promise<ChatProfile> {
  const row = await db.profiles.get([userId, SERVER])
  const entries = await readEntries(db, userId, PROFILE)
  const known = { ...defaultProfile, ...row?.profile }
  return entries.reduce(
    (profile, entry) =>
      entry.kind === 'profile.update' && entry.state !== 'failed'
        ? applyProfileChange(profile, entry.body, new Date(entry.created_at).toISOString())
        : profile,
    known,
  )
}

/** Whether the server's profile has been loaded; if not, the defaults are shown. Use inside `useLiveQuery`. */
export async function isProfileKnown(db: CompanionDatabase, userId: number): Promise<boolean> {
  return (await db.profiles.get([userId, SERVER])) !== undefined
}

/** Returns the profile with a change applied. `at`: the creation time of new facts. */
export function applyProfileChange(profile: ChatProfile, change: ProfileChange, at: string): ChatProfile {
  const { memories_add = [], memories_change = [], memories_remove = [], ...fields } = change
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const facts = new Map(profile.memories.map((fact): [string, Memory] => [fact.id, fact]))
  for (const { id, text } of memories_add) facts.set(id, { id, text, created_at: facts.get(id)?.created_at ?? at })
  for (const { id, text } of memories_change) {
    const known = facts.get(id)
    if (known) facts.set(id, { ...known, text })
  }
  for (const id of memories_remove) facts.delete(id)
  return { ...profile, ...Object.fromEntries(given), memories: [...facts.values()] }
}

/** Optimistic update: the change shows at once, and the outbox sends it when it can. */
export async function enqueueProfileChange(
  db: CompanionDatabase,
  userId: number,
  change: ProfileChange,
): Promise<void> {
  await writeAs(db, userId, [db.outbox, db.profiles], async () => {
    const body = withUnsent(change, await readEntries(db, userId, PROFILE))
    const fields = fieldsOf({ body })
    if (fields.length === 0) return
    await supersede(db, { userId, queueKey: PROFILE, fields })
    await db.outbox.add({ ...freshEntry(userId, PROFILE), kind: 'profile.update', body })
  })
}

/** Changing a fact whose creation is unsent creates it with the new text: the server cannot change it yet. */
function withUnsent(change: ProfileChange, entries: OutboxEntry[]): ProfileChange {
  const unsent = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'profile.update' && entry.state !== 'sending'
        ? (entry.body.memories_add ?? []).map(({ id }) => id)
        : [],
    ),
  )
  const { memories_add = [], memories_change = [], ...rest } = change
  const add = [...memories_add, ...memories_change.filter(({ id }) => unsent.has(id))]
  const others = memories_change.filter(({ id }) => !unsent.has(id))
  return {
    ...rest,
    ...(add.length > 0 ? { memories_add: add } : {}),
    ...(others.length > 0 ? { memories_change: others } : {}),
  }
}

/** Stores the server's profile unless a later one is stored. Runs in the caller's transaction if there is one. */
export async function putServerProfile(db: CompanionDatabase, userId: number, profile: ChatProfile): Promise<void> {
  const known = (await db.profiles.get([userId, SERVER]))?.profile
  if ((known?.updated_at ?? '') > (profile.updated_at ?? '')) return
  await db.profiles.put({ userId, id: SERVER, profile })
}

/** Facts that were proposed, accepted or not: they are not proposed again, and this list is never sent. */
export async function readProposedFacts(db: CompanionDatabase, userId: number): Promise<string[]> {
  return (await db.profiles.get([userId, DEVICE]))?.asked ?? []
}

export async function recordProposal(db: CompanionDatabase, userId: number, fact: string): Promise<void> {
  await writeAs(db, userId, [db.profiles], async () => {
    const proposed = (await readProposedFacts(db, userId)).filter((each) => each !== fact)
    await db.profiles.put({ userId, id: DEVICE, asked: [...proposed, fact].slice(-PROPOSED_MAX) })
  })
}
