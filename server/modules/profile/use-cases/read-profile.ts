import type { Kysely, Selectable } from 'kysely'
import type { ChatProfile, Memory } from '#contract/objects/chat-profile.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { ChatProfilesTable } from '../../../db/schema/schema-profiles.ts'

const defaultProfile: Omit<Selectable<ChatProfilesTable>, 'user_id' | 'updated_at'> = {
  preferred_name: '',
  about: '',
  tone: '',
  memory_enabled: 1,
  voice: null,
  show_scores: 1,
  show_reasoning: 1,
  enter_sends: 1,
  autoplay: 0,
  unsaved_chats_days: null,
  model: null,
}

/** A user's chat profile with their facts, oldest first; the defaults when it was never changed. */
export async function readProfile(db: Kysely<Database>, userId: number): Promise<ChatProfile> {
  const [stored, memories] = await Promise.all([
    db.selectFrom('chat_profiles').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    readMemories(db, userId),
  ])
  const row = stored ?? { ...defaultProfile, updated_at: null }
  return {
    preferred_name: row.preferred_name,
    about: row.about,
    tone: row.tone,
    memory_enabled: row.memory_enabled === 1,
    memories,
    voice: row.voice,
    show_scores: row.show_scores === 1,
    show_reasoning: row.show_reasoning === 1,
    enter_sends: row.enter_sends === 1,
    autoplay: row.autoplay === 1,
    unsaved_chats_days: row.unsaved_chats_days,
    model: row.model,
    updated_at: row.updated_at,
  }
}

function readMemories(db: Kysely<Database>, userId: number): Promise<Memory[]> {
  return db
    .selectFrom('memories')
    .select(['id', 'text', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
