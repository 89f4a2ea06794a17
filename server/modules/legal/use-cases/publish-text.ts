import type { FieldRefusal } from '#contract/field-refusals.ts'
import type { LegalDocument, LegalEntry } from '#contract/objects/legal/legal-text.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { FieldProblem } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import { legalTextChanged } from '../legal.errors.ts'
import { listVersions } from '../legal.repository.ts'
import { type LegalDeps, readEntry } from './read-entry.ts'

interface Publication {
  document: LegalDocument
  revision: number
  /** The newest published one that the admin has read; 0: none. */
  version?: number | undefined
  asks_consent: boolean
}

/**
 * Publishes the draft as the admin has read it. Only terms ask for consent, and their first version always does: nobody
 * has accepted one before.
 */
export async function publishText(
  deps: LegalDeps,
  { document, revision, version, asks_consent }: Publication,
  record: RecordAudit,
): Promise<LegalEntry> {
  await deps.db.transaction().execute(async (trx) => {
    const [draft] = await listVersions(trx, document)
    if (draft?.published_at !== null || draft.revision !== revision) throw legalTextChanged()
    if (version !== undefined && version !== draft.version - 1) throw legalTextChanged()
    const fields: Record<string, readonly FieldRefusal[]> = {}
    if (draft.text_en.trim() === '') fields.en = ['text_required']
    if (draft.text_es.trim() === '') fields.es = ['text_required']
    if (Object.keys(fields).length > 0) throw new FieldProblem(fields)
    const asks = document === 'terms' && (asks_consent || draft.version === 1)
    const published = await trx
      .updateTable('legal_texts')
      .set({ published_at: isoTime(deps.now()), asks_consent: asks ? 1 : 0 })
      .where('document', '=', document)
      .where('version', '=', draft.version)
      .where('revision', '=', revision)
      .where('published_at', 'is', null)
      .returning('version')
      .executeTakeFirst()
    if (published === undefined) throw legalTextChanged()
    await record(trx, { details: { document, version: published.version } })
  })
  return readEntry(deps, document)
}
