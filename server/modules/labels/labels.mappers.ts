import type { Folder } from '#contract/objects/chat.ts'
import type { LabelRow } from './label-kind.ts'

export function toLabel({ id, name, color, created_at, updated_at }: LabelRow): Folder {
  return { id, name, color, created_at, updated_at }
}
