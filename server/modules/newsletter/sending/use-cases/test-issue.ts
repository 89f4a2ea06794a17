import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { mailNotConfigured } from '../../../mails/mails.errors.ts'
import { findVersions } from '../../issues/issues.repository.ts'
import { versionMissing } from '../../newsletter.errors.ts'
import { renderMailBody, writeIssueMail } from '../write-issue-mail.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'mails'>

const marked = { en: 'Test', es: 'Prueba' }

/** Mails the stored version of a language to one admin. It has no link to unsubscribe, which would end their own. */
export async function testIssue(
  { db, config, mails }: Deps,
  { id, language, userId }: { id: number; language: Language; userId: number },
  record: RecordAudit,
): Promise<string> {
  if (config.mail.smtpUrl === null) throw mailNotConfigured()
  const version = (await findVersions(db, id))[language]
  if (version === null) throw versionMissing()
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const body = await renderMailBody(config, version.body)
  const subject = `[${marked[language]}] ${version.subject}`
  await record(db, { details: { issue: id, language } })
  mails.post('newsletter test', () =>
    writeIssueMail(config, {
      email,
      reader: null,
      language,
      version: { ...version, subject },
      body,
      issue: { id, slug: null },
    }),
  )
  return email
}
