import type { Selectable } from 'kysely'
import type { LabelsTable } from '../../db/schema/schema.ts'

/** Folders and tags differ in their tables and in how a chat holds them; a chat is in one folder at most. */
export type LabelKind = 'folder' | 'tag'
export type LabelTable = 'folders' | 'tags'
export type LabelRow = Selectable<LabelsTable>

export const tableOf = { folder: 'folders', tag: 'tags' } as const satisfies Record<LabelKind, LabelTable>
