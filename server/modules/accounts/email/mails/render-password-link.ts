import type { Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { issueTokenForAddress } from '../../one-time-tokens.repository.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>
type Texts = Record<
  Recipient['language'],
  { subject: string; preview: string; ask: string; button: string; note: string }
>

/**
 * A mail with a link to choose a password, which works once, for `seconds`; undefined for a user who was deleted or has
 * another address by now.
 */
export async function renderPasswordLink(
  { config, db, now }: Deps,
  recipient: Recipient,
  { messages, seconds }: { messages: Texts; seconds: number },
) {
  const issue = { userId: recipient.id, purpose: 'reset', seconds, now: now() } as const
  const token = await issueTokenForAddress(db, recipient.email, issue)
  if (token === undefined) return undefined
  const { ask, ...rest } = messages[recipient.language]
  const url = `${config.publicUrl}/auth/reset-password#token=${token}`
  return renderActionMail(recipient, { ...rest, said: [ask], url })
}
