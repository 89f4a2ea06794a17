import type { Mail } from '../../providers/mail/mailer.ts'
import { footerFor, greeting, type Recipient } from './mail-texts.ts'
import { type MailContent, renderMail } from './render-mail.ts'

interface ActionMail {
  subject: string
  preview: string
  /** Paragraphs; the greeting precedes the first. */
  said: readonly [string, ...string[]]
  details?: MailContent['details']
  button: string
  url: string
  note: string
  /** Instead of saying that the address is that of an account. */
  footer?: string
}

/** A mail to one user with one button. */
export function renderActionMail(
  recipient: Recipient,
  { subject, preview, said, details, button, url, note, footer }: ActionMail,
): Promise<Mail> {
  const [first, ...rest] = said
  return renderMail(recipient.email, {
    language: recipient.language,
    subject,
    preview,
    paragraphs: [`${greeting(recipient)} ${first}`, ...rest],
    ...(details && { details }),
    button: { label: button, url },
    notes: [note],
    footer: footer ?? footerFor(recipient),
  })
}
