import type { Kysely, Updateable } from 'kysely'
import type { ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { ChatProfilesTable } from '../../../db/schema/schema-profiles.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { changeExpiry, lockUnsavedChats } from './change-expiry.ts'
import { changeMemories } from './change-memories.ts'
import { readProfile } from './read-profile.ts'

/** Changes the given fields; the last writer wins, field by field and fact by fact. */
export function updateProfile(
  { db, engine, now }: Pick<Dependencies, 'db' | 'engine' | 'now'>,
  userId: number,
  patch: ChatProfilePatch,
): Promise<ChatProfile> {
  return db.transaction().execute(async (trx) => {
    const days = patch.unsaved_chats_days
    if (days !== undefined) await lockUnsavedChats(trx, engine, userId)
    const time = await touch(trx, userId, now())
    const fields = fieldsOf(patch)
    if (Object.keys(fields).length > 0) {
      await trx.updateTable('chat_profiles').set(fields).where('user_id', '=', userId).execute()
    }
    await changeMemories(trx, userId, patch, time)
    if (days !== undefined) await changeExpiry(trx, engine, userId, days, now())
    return readProfile(trx, userId)
  })
}

/** Locks the profile, creates its row if it is missing, and returns the time of this change (ISO 8601). */
async function touch(trx: Kysely<Database>, userId: number, now: number): Promise<string> {
  const time = isoTime(now)
  const { updated_at } = await trx
    .insertInto('chat_profiles')
    .values({ user_id: userId, ...defaults, updated_at: time })
    .onConflict((known) =>
      known.column('user_id').doUpdateSet((eb) => ({ updated_at: eb.ref('chat_profiles.updated_at') })),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  // Never decreases: devices keep the profile with the later time (last writer wins).
  const next = isoTime(Math.max(now, Date.parse(updated_at) + 1))
  await trx.updateTable('chat_profiles').set({ updated_at: next }).where('user_id', '=', userId).execute()
  return next
}

const defaults = {
  preferred_name: '',
  about: '',
  tone: '',
  memory_enabled: 1,
  show_scores: 1,
  show_reasoning: 1,
  enter_sends: 1,
  autoplay: 0,
  unsaved_chats_days: null,
} as const

function fieldsOf(patch: ChatProfilePatch): Updateable<ChatProfilesTable> {
  const { preferred_name, about, tone, voice, unsaved_chats_days, model } = patch
  return {
    ...(preferred_name === undefined ? {} : { preferred_name: cleanText(preferred_name) }),
    ...(about === undefined ? {} : { about: cleanText(about) }),
    ...(tone === undefined ? {} : { tone: cleanText(tone) }),
    ...(voice === undefined ? {} : { voice: voice === null ? null : cleanText(voice) }),
    ...(unsaved_chats_days === undefined ? {} : { unsaved_chats_days }),
    ...(model === undefined ? {} : { model: model === null ? null : cleanText(model) }),
    ...flags(patch),
  }
}

const switches = ['memory_enabled', 'show_scores', 'show_reasoning', 'enter_sends', 'autoplay'] as const

const flags = (patch: ChatProfilePatch) =>
  Object.fromEntries(switches.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name] ? 1 : 0]])))
