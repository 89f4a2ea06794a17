import type { Kysely, Selectable } from 'kysely'
import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { LegalTables } from '../../db/schema/schema-legal.ts'

type Db = Kysely<Database>
export type LegalTextRow = Selectable<LegalTables['legal_texts']>

/** All versions of a document, newest first; the first one may be unpublished. */
export const listVersions = (db: Db, document: LegalDocument): Promise<LegalTextRow[]> =>
  db.selectFrom('legal_texts').selectAll().where('document', '=', document).orderBy('version', 'desc').execute()
