import * as v from 'valibot'
import { MODEL_ID_MAX } from '../limits.ts'
import { Count, says } from '../primitives.ts'

/** The name of a model at its server, such as `gpt-4o` or `Qwen/Qwen3-8B`. */
export const ModelId = v.pipe(
  v.string(says('invalid')),
  v.trim(),
  v.nonEmpty(says('required')),
  v.maxLength(MODEL_ID_MAX, says('too_long')),
)

/** A model that a user may choose. */
export const Model = v.object({
  id: v.string(),
  label: v.string(),
  /** One line in the language of the request; empty without one. */
  description: v.string(),
  /** Whether it can see pictures; otherwise it is told only their names. */
  vision: v.boolean(),
  /** Whether it can call tools, and so search the web by itself. */
  tools: v.boolean(),
  /** The tokens that it can read and write at once; null when the server's settings do not say. */
  context: v.nullable(Count),
  /** Whether it answers where no other model is chosen; exactly one does. */
  is_default: v.boolean(),
})
export type Model = v.InferOutput<typeof Model>

/** A model as an admin sees it, also one that is switched off. */
export const AdminModel = v.object({
  ...Model.entries,
  is_enabled: v.boolean(),
  /** What a million tokens cost in US dollars; null: unknown. */
  price: v.nullable(v.number()),
})
export type AdminModel = v.InferOutput<typeof AdminModel>

export const ModelSwitchInput = v.object({ id: ModelId, is_enabled: v.boolean(says('invalid')) })
