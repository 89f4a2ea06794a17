import type { Report } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../dependencies.ts'
import { footerFor, greeting } from '../mails/mail-texts.ts'
import { renderMail } from '../mails/render-mail.ts'

/** The note has the text of the menu item of an answer that is reported. */
const messages = {
  en: {
    subject: 'About the answer you reported',
    said: (date: string) => `you reported an answer of Companion on ${date}. We have read your report:`,
    note: 'You can withdraw a report at any time: open the menu of the answer, and choose “Your report”.',
  },
  es: {
    subject: 'Sobre la respuesta que denunciaste',
    said: (date: string) => `denunciaste una respuesta de Companion el ${date}. Hemos leído tu denuncia:`,
    note: 'Puedes retirar una denuncia cuando quieras: abre el menú de la respuesta y elige «Tu denuncia».',
  },
}

/** Sends an admin's answer to a report, in the background. */
export function mailReply({ mails }: Pick<Dependencies, 'mails'>, report: Report, text: string): void {
  const { user, language, reported_at } = report
  const { subject, said, note } = messages[language]
  const recipient = { ...user, language }
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(reported_at))
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  mails.post('report reply', () =>
    renderMail(user.email, {
      ...{ language, subject, preview: paragraphs[0] ?? '' },
      paragraphs: [`${greeting(recipient)} ${said(date)}`, ...paragraphs],
      notes: [note],
      footer: footerFor(recipient),
    }),
  )
}
