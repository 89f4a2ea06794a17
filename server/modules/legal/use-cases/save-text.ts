import type { LegalDocument, LegalEntry, LegalTexts } from '#contract/objects/legal/legal-text.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { legalTextChanged } from '../legal.errors.ts'
import { listVersions } from '../legal.repository.ts'
import { type LegalDeps, readEntry } from './read-entry.ts'

/** Changes within this time are one entry of the audit log. */
const CHANGES_MS = 10 * 60_000

interface Draft {
  document: LegalDocument
  /** Of the draft that the admin has read; 0: none. */
  revision: number
  /** The newest published one that the admin has read; 0: none. */
  version?: number | undefined
  texts: LegalTexts
}

/**
 * Stores a draft unless another admin has changed or published the document since the given revision and version. The
 * revision alone does not tell: it is 0 before a draft and again after its publication. Saving the texts that are stored
 * already changes nothing, so that a save whose response was lost can be repeated without a conflict.
 */
export async function saveText(
  deps: LegalDeps,
  { document, revision, version, texts }: Draft,
  record: RecordAudit,
): Promise<LegalEntry> {
  const values = { text_en: texts.en, text_es: texts.es, changed_at: isoTime(deps.now()) }
  await deps.db.transaction().execute(async (trx) => {
    const [newest] = await listVersions(trx, document)
    const draft = newest?.published_at === null ? newest : undefined
    const next = draft?.version ?? (newest?.version ?? 0) + 1
    const isSame = draft?.text_en === texts.en && draft.text_es === texts.es
    if (!isSame && version !== undefined && version !== next - 1) throw legalTextChanged()
    const isStored =
      isSame ||
      (draft === undefined
        ? revision === 0 &&
          (await trx
            .insertInto('legal_texts')
            .values({
              ...{ document, version: next, revision: 1 },
              ...{ ...values, asks_consent: 0, published_at: null },
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version')
            .executeTakeFirst())
        : await trx
            .updateTable('legal_texts')
            .set({ ...values, revision: revision + 1 })
            .where('document', '=', document)
            .where('version', '=', next)
            .where('revision', '=', revision)
            .where('published_at', 'is', null)
            .returning('version')
            .executeTakeFirst())
    if (!isStored) throw legalTextChanged()
    await record(trx, { details: { document }, onceWithinMs: CHANGES_MS, isRecorded: isSame })
  })
  return readEntry(deps, document)
}
