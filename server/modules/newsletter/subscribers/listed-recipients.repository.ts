import type { Kysely } from 'kysely'
import type { RecipientKind } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { readers, subscribers } from '../recipients.repository.ts'

export interface RecipientRow {
  id: number
  email: string
  language: Language
  created_at: string
}

interface Page {
  language: Language | undefined
  after: number
  limit: number
}

/** A page of those who get the newsletter, oldest first. */
export function readRecipients(
  db: Kysely<Database>,
  kind: RecipientKind,
  { language, after, limit }: Page,
): Promise<RecipientRow[]> {
  // The columns that are read have the same names and types in both tables.
  const query = (kind === 'account' ? readers(db) : subscribers(db)) as ReturnType<typeof subscribers>
  return query
    .select(['id', 'email', 'language', 'created_at'])
    .where('id', '>', after)
    .$if(language !== undefined, (narrowed) => narrowed.where('language', '=', language ?? 'en'))
    .orderBy('id')
    .limit(limit)
    .execute()
}
