import { createIssue, saveIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue, IssueInput } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { TestClient } from '../api/test-client.ts'

/** Inserts users who get the newsletter; returns their addresses. */
export async function insertReaders(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  count: number,
  { name = 'reader', language = 'en' }: { name?: string; language?: Language } = {},
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `${name}${n}@example.org`)
  const time = new Date(now()).toISOString()
  const portion = 500
  for (let start = 0; start < count; start += portion) {
    const rows = emails.slice(start, start + portion).map((email) => ({
      ...{ email, username: email, username_key: email, first_name: 'Ada', last_name: 'Byron', language },
      ...{ password_hash: null, google_sub: null, photo_url: null, created_at: time, updated_at: time },
      ...({ is_admin: 0, is_provider: 0, is_vip: 0, is_ad_subscriber: 0 } as const),
      ...({ receive_newsletters: 1, email_verified: 1 } as const),
    }))
    await db.insertInto('users').values(rows).execute()
  }
  return emails
}

const version = (subject: string) => ({ subject, preview: `About ${subject}`, body: `# ${subject}\n\nRead *slowly*.` })

/** Creates a draft in English, unless other versions are given. */
export async function writeIssue(
  server: TestClient,
  token: string,
  given: Partial<Omit<IssueInput, 'revision'>> & { subject?: string } = {},
): Promise<Issue> {
  const { subject = 'Signals', ...others } = given
  const { id, revision } = await server.call(createIssue, { token })
  const body = { revision, send_other_language: false, versions: { en: version(subject), es: null }, ...others }
  return server.call(saveIssue, { token, params: { id }, body })
}
