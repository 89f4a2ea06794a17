import type { Kysely } from 'kysely'
import type { LegalDocument, LegalEntry } from '#contract/objects/legal/legal-text.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { draftUrl } from '../draft-token.mappers.ts'
import { listVersions } from '../legal.repository.ts'
import { shippedText } from '../shipped/shipped-text.ts'

export type LegalDeps = Pick<Dependencies, 'config' | 'now'> & { db: Kysely<Database> }

/** A document with its versions and the texts that the editor begins with. */
export async function readEntry({ config, db, now }: LegalDeps, document: LegalDocument): Promise<LegalEntry> {
  const [newest, ...older] = await listVersions(db, document)
  const draft = newest?.published_at === null ? newest : undefined
  const published = newest === undefined || draft !== undefined ? older : [newest, ...older]
  return {
    document,
    versions: published.flatMap(({ version, published_at, asks_consent }) =>
      published_at === null ? [] : [{ version, published_at, asks_consent: asks_consent === 1 }],
    ),
    texts:
      newest === undefined
        ? { en: shippedText(config, document, 'en'), es: shippedText(config, document, 'es') }
        : { en: newest.text_en, es: newest.text_es },
    revision: draft?.revision ?? 0,
    preview_url: draft === undefined ? null : draftUrl(config, { document, version: draft.version, now: now() }),
  }
}
