import type { IssueVersion } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** Stores an issue as it is once it has been sent. */
export async function publishIssue(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  slug: string,
  versions: Partial<Record<Language, IssueVersion>>,
): Promise<number> {
  const time = new Date(now()).toISOString()
  const issue = { slug, status: 'sent', revision: 1, send_other_language: 0, started_at: time, sent_at: time } as const
  const { id } = await db
    .insertInto('newsletter_issues')
    .values({ ...issue, created_at: time, updated_at: time })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const language of ['en', 'es'] as const) {
    const version = versions[language]
    if (version === undefined) continue
    await db
      .insertInto('newsletter_versions')
      .values({ issue_id: id, language, ...version, updated_at: time })
      .execute()
  }
  return id
}
