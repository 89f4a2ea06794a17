import type { PublicConfig } from '#contract/objects/config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findPublished } from '../../accounts/consents/consents.repository.ts'

/** What the app needs to know before sign-in: which texts are published and what a registration asks. */
export async function readLegalConfig({
  config,
  db,
}: Pick<Dependencies, 'config' | 'db'>): Promise<NonNullable<PublicConfig['legal']>> {
  const { current, consent } = await findPublished(db)
  return { terms: current.terms, privacy: current.privacy, consent, minimum_age: config.legal.minimumAge }
}
