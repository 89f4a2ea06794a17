import type { Selectable } from 'kysely'
import type { LabelsTable } from '../../db/schema/schema-labels.ts'

/** Folders and tags have different tables and relations; a chat has at most one folder. */
export type LabelKind = 'folder' | 'tag'
export type LabelTable = 'folders' | 'tags'
export type LabelRow = Selectable<LabelsTable>

export const tableOf = { folder: 'folders', tag: 'tags' } as const satisfies Record<LabelKind, LabelTable>
