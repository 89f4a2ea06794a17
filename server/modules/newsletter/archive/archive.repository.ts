import type { Kysely } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../db/schema/schema.ts'

/** One language of a public issue. */
export interface ArchivedVersion {
  slug: string
  started_at: string
  language: Language
  subject: string
  preview: string
}

/** More than a weekly newsletter has in nine years; older ones are still read under their address. */
const LISTED_MAX = 500

/** An issue is public from its first mail on; before, it has no address. */
function publicVersions(db: Kysely<Database>) {
  return db
    .selectFrom('newsletter_issues as issue')
    .innerJoin('newsletter_versions as version', 'version.issue_id', 'issue.id')
    .select(['issue.slug', 'issue.started_at', 'version.language', 'version.subject', 'version.preview'])
    .where('issue.slug', 'is not', null)
    .where('issue.started_at', 'is not', null)
    .$narrowType<{ slug: string; started_at: string }>()
}

/** The versions of the public issues, newest first; one that was stopped is left out, because few received it. */
export function listVersions(db: Kysely<Database>): Promise<ArchivedVersion[]> {
  return publicVersions(db)
    .where('issue.status', '!=', 'stopped')
    .orderBy('issue.started_at', 'desc')
    .orderBy('issue.id', 'desc')
    .orderBy('version.language')
    .limit(2 * LISTED_MAX)
    .execute()
}

/** The versions of one issue, also of a stopped one, whose mails have a link to it. */
export function findVersions(db: Kysely<Database>, slug: string): Promise<(ArchivedVersion & { body: string })[]> {
  return publicVersions(db).select('version.body').where('issue.slug', '=', slug).orderBy('version.language').execute()
}

export async function hasIssues(db: Kysely<Database>): Promise<boolean> {
  const found = await publicVersions(db).where('issue.status', '!=', 'stopped').limit(1).executeTakeFirst()
  return found !== undefined
}
