import type { Config } from '../../../../config/config.ts'
import type { Mail } from '../../../../providers/mail/mailer.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import { type MailContent, renderMail } from '../../../mails/render-mail.ts'
import { unsubscribeUrl } from '../unsubscribe-token.ts'

export const unsubscribeLabel = { en: 'Unsubscribe from the newsletter', es: 'Dejar de recibir el boletín' }

/** RFC 8058: one click of the mail program unsubscribes. */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Makes a newsletter mail: it always has RFC 8058's unsubscribe headers and a visible link. */
export async function asNewsletter(config: Config, recipient: Recipient, content: MailContent): Promise<Mail> {
  const url = unsubscribeUrl(config, { userId: recipient.id }, recipient)
  const mail = await renderMail(recipient.email, {
    ...content,
    footerLinks: [{ label: unsubscribeLabel[recipient.language], url }],
  })
  return { ...mail, headers: unsubscribeHeaders(url) }
}
