import type { Mail } from '../../../../providers/mail/mailer.ts'
import { footerFor, greeting, type Recipient } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'

interface ActionMail {
  subject: string
  preview: string
  /** Paragraphs; the greeting goes before the first. */
  said: readonly [string, ...string[]]
  button: string
  /** Where the button leads. */
  url: string
  note: string
}

/** A mail to one user with one thing to do. */
export function renderActionMail(
  recipient: Recipient,
  { subject, preview, said, button, url, note }: ActionMail,
): Promise<Mail> {
  const [first, ...rest] = said
  return renderMail(recipient.email, {
    language: recipient.language,
    subject,
    preview,
    paragraphs: [`${greeting(recipient)} ${first}`, ...rest],
    button: { label: button, url },
    notes: [note],
    footer: footerFor(recipient),
  })
}
