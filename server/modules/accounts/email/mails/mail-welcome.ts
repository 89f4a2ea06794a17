import type { Flag } from '../../../../db/schema/columns.ts'
import { footerFor, greeting, type Recipient } from '../../../mails/mail-texts.ts'
import { type MailContent, renderMail } from '../../../mails/render-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { asNewsletter } from './newsletter.ts'

const messages = {
  en: {
    subject: 'Welcome to Companion',
    preview: 'Your address is confirmed.',
    welcome: 'it is good to have you here. Your address is confirmed.',
    about:
      'Companion is someone to think with. Ask what is on your mind; what you write is kept on your device even without a network, and sent when there is one.',
    button: 'Begin a chat',
    newsletter: 'You asked for our newsletter, whenever an issue is sent. One click takes you off its list.',
  },
  es: {
    subject: 'Te damos la bienvenida a Companion',
    preview: 'Tu dirección está confirmada.',
    welcome: 'nos alegra que estés aquí. Tu dirección está confirmada.',
    about:
      'Companion es alguien con quien pensar. Pregunta lo que te ronde la cabeza; lo que escribes se guarda en tu dispositivo aunque no haya red, y se envía cuando la hay.',
    button: 'Empezar un chat',
    newsletter: 'Pediste nuestro boletín: te llegará cuando se envíe un número. Con un clic sales de la lista.',
  },
}

/**
 * Welcomes a user whose address has just been confirmed, so that no newsletter is sent to an address that another user
 * entered. For users who chose the newsletter the mail counts as one.
 */
export function mailWelcome(
  { config, mails }: Pick<AccountDeps, 'config' | 'mails'>,
  recipient: Recipient & { receive_newsletters: Flag },
): void {
  mails.post('welcome', () => {
    const { subject, preview, welcome, about, button, newsletter } = messages[recipient.language]
    const content: MailContent = {
      language: recipient.language,
      subject,
      preview,
      paragraphs: [`${greeting(recipient)} ${welcome}`, about],
      button: { label: button, url: `${config.publicUrl}/chat` },
      notes: [],
      footer: footerFor(recipient),
    }
    if (recipient.receive_newsletters === 0) return renderMail(recipient.email, content)
    return asNewsletter(config, recipient, { ...content, notes: [newsletter] })
  })
}
