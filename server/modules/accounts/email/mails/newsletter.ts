import type { Config } from '../../../../config/config.ts'
import type { Mail } from '../../../../providers/mail/mailer.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import { type MailContent, renderMail } from '../../../mails/render-mail.ts'
import { unsubscribeUrl } from '../unsubscribe-token.ts'

const label = { en: 'Unsubscribe from the newsletter', es: 'Dejar de recibir el boletín' }

/** Makes a newsletter mail: it always has RFC 8058's unsubscribe headers and a visible link. */
export async function asNewsletter(config: Config, recipient: Recipient, content: MailContent): Promise<Mail> {
  const url = unsubscribeUrl(config, recipient.id)
  const mail = await renderMail(recipient.email, { ...content, footerLink: { label: label[recipient.language], url } })
  const headers = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { ...mail, headers }
}
