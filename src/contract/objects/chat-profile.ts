import * as v from 'valibot'
import { MEMORIES_MAX, MEMORY_MAX } from '../limits.ts'
import { boundedArray, says, Timestamp, Uuid } from '../primitives.ts'

const text = (max: number) => v.pipe(v.string(says('invalid')), v.trim(), v.maxLength(max, says('too_long')))
const flag = v.boolean(says('invalid'))

const MemoryText = v.pipe(
  v.string(says('required')),
  v.trim(),
  v.nonEmpty(says('required')),
  v.maxLength(MEMORY_MAX, says('too_long')),
)
/** A fact that the person wants remembered, in one line. */
export const Memory = v.object({ id: Uuid, text: v.string(), created_at: Timestamp })
export type Memory = v.InferOutput<typeof Memory>
export const MemoryInput = v.object({ id: Uuid, text: MemoryText })
export type MemoryInput = v.InferOutput<typeof MemoryInput>

/** Days after which a chat that was not saved ends; null: never. */
export const unsavedChatDays = [7, 30, 90] as const

/** What a person sets as a whole; the facts are apart. */
const settings = {
  preferred_name: text(80),
  about: text(2000),
  tone: text(60),
  memory_enabled: flag,
  /** A `voiceURI` of the browser; null: the one that fits the language. */
  voice: v.nullable(v.pipe(v.string(says('invalid')), v.maxLength(200, says('too_long')))),
  show_scores: flag,
  show_reasoning: flag,
  enter_sends: flag,
  autoplay: flag,
  unsaved_chats_days: v.nullable(v.picklist(unsavedChatDays, says('invalid'))),
}

/** What the assistant knows of a person, and how the chat behaves for them. `updated_at` never goes back; null: as it began. */
export const ChatProfile = v.object({
  ...settings,
  memories: v.array(Memory),
  updated_at: v.nullable(Timestamp),
})
export type ChatProfile = v.InferOutput<typeof ChatProfile>

const inputs = v.optional(boundedArray(MemoryInput, MEMORIES_MAX, { tooMany: 'memories_max' }))

/** The fields to change. Facts all at once, or, so that two devices do not undo each other, one by one. */
export const ChatProfilePatch = v.object({
  ...v.partial(v.object(settings)).entries,
  /** All of them: what is not named here is forgotten. */
  memories: inputs,
  /** A fact that is known already takes the text. */
  memories_add: inputs,
  /** A fact that is not known stays so: what one device has deleted is not brought back by another. */
  memories_change: inputs,
  memories_remove: v.optional(boundedArray(Uuid, MEMORIES_MAX)),
})
export type ChatProfilePatch = v.InferOutput<typeof ChatProfilePatch>
