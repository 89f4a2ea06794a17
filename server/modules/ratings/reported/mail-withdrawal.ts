import type { Dependencies } from '../../../dependencies.ts'
import { footerFor, greeting, type Recipient } from '../../mails/mail-texts.ts'
import { renderMail } from '../../mails/render-mail.ts'

const messages = {
  en: {
    subject: 'An exchange that you offered for rating was withdrawn',
    preview: 'Its texts and its ratings are deleted. Your chat stays as it is.',
    said: 'a volunteer had reported an exchange that you offered for rating. Whoever runs this server has looked at it and has withdrawn it.',
    left: 'The texts that you had offered and their ratings are deleted. Your chat stays as it is. You can offer the exchange again in other texts, for example without what could tell who somebody is.',
    button: 'Open the chat',
  },
  es: {
    subject: 'Se ha retirado un intercambio que ofreciste para valorar',
    preview: 'Sus textos y sus valoraciones se han borrado. Tu chat queda como está.',
    said: 'alguien que valora respuestas había denunciado un intercambio que ofreciste. Quien lleva este servidor lo ha mirado y lo ha retirado.',
    left: 'Los textos que ofreciste y sus valoraciones se han borrado. Tu chat queda como está. Puedes ofrecer el intercambio otra vez con otros textos, por ejemplo sin lo que pueda decir quién es alguien.',
    button: 'Abrir el chat',
  },
}

/** Tells the author, in the background and without the texts, that an admin has withdrawn what they had offered. */
export function mailWithdrawal(
  { mails, config }: Pick<Dependencies, 'mails' | 'config'>,
  recipient: Recipient & { chatId: string },
): void {
  const { language, email, chatId } = recipient
  const { subject, preview, said, left, button } = messages[language]
  mails.post('offer withdrawn', () =>
    renderMail(email, {
      ...{ language, subject, preview },
      paragraphs: [`${greeting(recipient)} ${said}`, left],
      button: { label: button, url: `${config.publicUrl}/chat/${chatId}` },
      notes: [],
      footer: footerFor(recipient),
    }),
  )
}
