import { NEWSLETTER_CONFIRM_DAYS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { Mail } from '../../../providers/mail/mailer.ts'
import { renderMail } from '../../mails/render-mail.ts'

/**
 * Whether the address is new, gets no mails any more since its mail server refused one, already gets the newsletter, or
 * belongs to an account.
 */
type Kind = 'new' | 'bounced' | 'reader' | 'account'

const notesOfBounced = {
  en: 'If it was not you, do nothing: no newsletter is sent to you. You can also delete the address on that page.',
  es: 'Si no fuiste tú, no hagas nada: no se te envía ningún boletín. En esa página también puedes borrar la dirección.',
} as const satisfies Record<Language, string>

const messages = {
  en: {
    new: {
      subject: 'Do you want the Companion newsletter?',
      preview: 'Nothing is sent to you unless you confirm.',
      ask: 'somebody, probably you, asked for the wealth-signals newsletter of Companion with this address. Open this page and confirm there; without that you get no newsletter.',
      button: 'To the confirmation',
      note: `If it was not you, do nothing: the address is deleted after ${NEWSLETTER_CONFIRM_DAYS} days.`,
    },
    reader: {
      subject: 'You get the Companion newsletter already',
      preview: 'There is nothing to do.',
      ask: 'somebody, probably you, asked for the wealth-signals newsletter of Companion with this address, which gets it already. On this page you see what is stored about the address, and can delete it.',
      button: 'To your address',
      note: 'If it was not you, there is nothing to do.',
    },
    account: {
      subject: 'The Companion newsletter and your account',
      preview: 'Your account has a switch for it.',
      ask: 'somebody, probably you, asked for the wealth-signals newsletter of Companion with this address. It is that of your account, whose settings have a switch for the newsletter: only that one counts.',
      button: 'To the settings',
      note: 'If it was not you, there is nothing to do: the switch stays as it is.',
    },
    greeting: 'Hello,',
    footer: (email: string) => `This mail is for ${email}, because the newsletter was requested with this address.`,
  },
  es: {
    new: {
      subject: '¿Quieres el boletín de Companion?',
      preview: 'No se te envía nada si no lo confirmas.',
      ask: 'alguien, probablemente tú, pidió con esta dirección el boletín de señales de riqueza de Companion. Abre esta página y confírmalo allí; sin eso no recibirás ningún boletín.',
      button: 'Ir a la confirmación',
      note: `Si no fuiste tú, no hagas nada: la dirección se borra al cabo de ${NEWSLETTER_CONFIRM_DAYS} días.`,
    },
    reader: {
      subject: 'Ya recibes el boletín de Companion',
      preview: 'No hay nada que hacer.',
      ask: 'alguien, probablemente tú, pidió el boletín de señales de riqueza de Companion con esta dirección, que ya lo recibe. En esta página ves lo que se guarda sobre la dirección, y puedes borrarla.',
      button: 'Ir a tu dirección',
      note: 'Si no fuiste tú, no hay nada que hacer.',
    },
    account: {
      subject: 'El boletín de Companion y tu cuenta',
      preview: 'Tu cuenta tiene un interruptor para él.',
      ask: 'alguien, probablemente tú, pidió el boletín de señales de riqueza de Companion con esta dirección. Es la de tu cuenta, y sus ajustes tienen un interruptor para el boletín: solo ese cuenta.',
      button: 'Ir a los ajustes',
      note: 'Si no fuiste tú, no hay nada que hacer: el interruptor se queda como está.',
    },
    greeting: 'Hola:',
    footer: (email: string) => `Este mensaje es para ${email}, porque se pidió el boletín con esta dirección.`,
  },
} as const satisfies Record<Language, unknown>

interface Subscription {
  email: string
  language: Language
  /** Where the owner of the address chooses. */
  url: string
  kind: Kind
}

/** The mail to an address for which the newsletter was requested. It names nobody: a stranger may have requested it. */
export function renderSubscriptionMail({ email, language, url, kind }: Subscription): Promise<Mail> {
  const { [kind === 'bounced' ? 'new' : kind]: texts, greeting, footer } = messages[language]
  return renderMail(email, {
    language,
    subject: texts.subject,
    preview: texts.preview,
    paragraphs: [`${greeting} ${texts.ask}`],
    button: { label: texts.button, url },
    notes: [kind === 'bounced' ? notesOfBounced[language] : texts.note],
    footer: footer(email),
  })
}
