import type { IssueVersion } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { issueNotFound } from '../../newsletter.errors.ts'
import { renderIssue } from '../../render-issue.ts'
import { renderMailBody, writeIssueMail } from '../../sending/write-issue-mail.ts'
import { findVersions } from '../issues.repository.ts'
import { readPreviewToken } from '../preview-token.mappers.ts'

const empty: IssueVersion = { subject: '', preview: '', body: '' }

interface Preview {
  version: IssueVersion
  /** The HTML of the page's body, or the whole HTML or text of the mail. */
  content: string
}

/** The stored texts as the mail or the page that they become. Throws `not_found` for a token that is forged or old. */
export async function previewIssue(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  { token, language, as }: { token: string; language: Language; as: 'mail' | 'text' | 'page' },
): Promise<Preview> {
  const id = readPreviewToken(config.tokenSecret, token, now())
  if (id === undefined) throw issueNotFound()
  const version = (await findVersions(db, id))[language] ?? empty
  if (as === 'page') return { version, content: await renderIssue(version.body) }
  const body = await renderMailBody(config, version.body)
  const issue = { id, slug: 'preview' }
  const mail = await writeIssueMail(config, { email: '', reader: { userId: 0 }, language, version, body, issue })
  return { version, content: as === 'mail' ? mail.html : mail.text }
}
