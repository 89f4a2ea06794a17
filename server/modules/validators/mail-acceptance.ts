import type { Dependencies } from '../../dependencies.ts'
import { greeting, type Recipient } from '../mails/mail-texts.ts'
import { renderMail } from '../mails/render-mail.ts'

const messages = {
  en: {
    subject: 'You can rate answers now',
    preview: 'Your registration as a validator was accepted.',
    said: 'you offered to rate answers of Companion. Your registration was accepted, and you can begin.',
    work: 'You read a question and its answer, without a name and without the scores of a model, and rate the answer on six axes. You can skip any of them, and rate offline.',
    button: 'Rate answers',
    note: 'Log in with the account with which you signed up. The menu of Companion has “Rate answers” too.',
    footer: (email: string) =>
      `This mail is for ${email}, because this address was given by a volunteer who wants to rate answers of Companion.`,
  },
  es: {
    subject: 'Ya puedes valorar respuestas',
    preview: 'Tu inscripción para validar se ha aceptado.',
    said: 'te ofreciste a valorar respuestas de Companion. Tu inscripción se ha aceptado y puedes empezar.',
    work: 'Lees una pregunta y su respuesta, sin nombres y sin las puntuaciones de un modelo, y valoras la respuesta en seis ejes. Puedes saltarte cualquiera y valorar sin conexión.',
    button: 'Valorar respuestas',
    note: 'Entra con la cuenta con la que te inscribiste. El menú de Companion también tiene «Valorar respuestas».',
    footer: (email: string) =>
      `Este mensaje es para ${email}, porque dio esta dirección alguien que quiere valorar respuestas de Companion.`,
  },
}

/** Tells a volunteer, in the background, that they can rate; to the address that they gave. */
export function mailAcceptance({ mails, config }: Pick<Dependencies, 'mails' | 'config'>, recipient: Recipient): void {
  const { language, email } = recipient
  const { subject, preview, said, work, button, note, footer } = messages[language]
  mails.post('validator accepted', () =>
    renderMail(email, {
      ...{ language, subject, preview },
      paragraphs: [`${greeting(recipient)} ${said}`, work],
      button: { label: button, url: `${config.publicUrl}/rating` },
      notes: [note],
      footer: footer(email),
    }),
  )
}
