import type { Kysely, Selectable } from 'kysely'
import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { LegalTables } from '../../../db/schema/schema-legal.ts'

type Db = Kysely<Database>

export interface Published {
  /** The newest version of each document; null: none is published. */
  current: Readonly<Record<LegalDocument, number | null>>
  /** The newest version of the terms that asks for consent. */
  consent: number | null
}

export async function findPublished(db: Db): Promise<Published> {
  const rows = await db
    .selectFrom('legal_texts')
    .select(['document', 'version', 'asks_consent'])
    .where('published_at', 'is not', null)
    .orderBy('version', 'desc')
    .execute()
  const newest = (document: LegalDocument) => rows.find((row) => row.document === document)?.version ?? null
  return {
    current: { terms: newest('terms'), privacy: newest('privacy'), imprint: newest('imprint') },
    consent: rows.find(({ document, asks_consent }) => document === 'terms' && asks_consent === 1)?.version ?? null,
  }
}

export type Consent = Pick<Selectable<LegalTables['consents']>, 'statement' | 'version'>

/** Repeats change nothing. */
export async function insertConsents(
  db: Db,
  userId: number,
  { consents, time }: { consents: readonly Consent[]; time: string },
): Promise<void> {
  if (consents.length === 0) return
  await db
    .insertInto('consents')
    .values(consents.map((consent) => ({ user_id: userId, ...consent, given_at: time })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listConsents = (db: Db, userId: number) =>
  db
    .selectFrom('consents')
    .select(['statement', 'version', 'given_at'])
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('statement')
    .orderBy('version', 'desc')
    .execute()
