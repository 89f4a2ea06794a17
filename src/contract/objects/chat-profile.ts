import * as v from 'valibot'
import { MEMORIES_MAX, MEMORY_MAX } from '../limits.ts'
import { boundedArray, says, Timestamp, Uuid } from '../primitives.ts'
import { ModelId } from './model.ts'

const text = (max: number) => v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(max, says('too_long')))
const flag = v.boolean(says('invalid'))

const MemoryText = v.pipe(
  v.string(says('required')),
  v.trim(),
  v.nonEmpty(says('required')),
  v.maxLength(MEMORY_MAX, says('too_long')),
)
/** A fact that the assistant shall remember, in one line. */
export const Memory = v.object({ id: Uuid, text: v.string(), created_at: Timestamp })
export type Memory = v.InferOutput<typeof Memory>
export const MemoryInput = v.object({ id: Uuid, text: MemoryText })
export type MemoryInput = v.InferOutput<typeof MemoryInput>

/** Days after which a chat that was not saved is deleted; null: never. */
export const unsavedChatDays = [7, 30, 90] as const

/** The settings, each with a single value; facts are a list, to which ChatProfilePatch can also add single ones. */
const settings = {
  preferred_name: text(80),
  about: text(2000),
  tone: text(60),
  memory_enabled: flag,
  /** A `voiceURI` of the browser; null: a voice that fits the language. */
  voice: v.nullable(v.pipe(v.string(says('invalid')), v.maxLength(200, says('too_long')))),
  show_scores: flag,
  show_reasoning: flag,
  enter_sends: flag,
  autoplay: flag,
  unsaved_chats_days: v.nullable(v.picklist(unsavedChatDays, says('invalid'))),
}

/** What the assistant knows of a user, and the chat's settings. `updated_at` never decreases; null: the defaults. */
export const ChatProfile = v.object({
  ...settings,
  /** The model for chats that have chosen none, which may be gone; null: the server's default. */
  model: v.optional(v.nullable(v.string()), null),
  memories: v.array(Memory),
  updated_at: v.nullable(Timestamp),
})
export type ChatProfile = v.InferOutput<typeof ChatProfile>

const inputs = v.optional(boundedArray(MemoryInput, MEMORIES_MAX, { tooMany: 'memories_max' }))

/** The fields to change. Facts as a whole list; or one by one, so that two devices do not overwrite each other's. */
export const ChatProfilePatch = v.object({
  ...v.partial(v.object({ ...settings, model: v.nullable(ModelId) })).entries,
  /** The whole list: facts that are missing in it are deleted. Removed ids are ignored, as in `memories_add`. */
  memories: inputs,
  /**
   * If the id exists already, the fact's text is replaced. An id that was removed is ignored, so that a repeat restores
   * no fact that another device has deleted.
   */
  memories_add: inputs,
  /** An unknown id is ignored, so that a fact deleted by one device is not restored by another. */
  memories_change: inputs,
  memories_remove: v.optional(boundedArray(Uuid, MEMORIES_MAX)),
})
export type ChatProfilePatch = v.InferOutput<typeof ChatProfilePatch>
