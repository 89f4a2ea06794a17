import { INVITE_SECONDS } from '#contract/limits.ts'
import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { renderPasswordLink } from '../../email/mails/render-password-link.ts'

const restored = {
  en: {
    subject: 'This address opens your account again',
    preview: 'Choose a new password.',
    ask: 'the change of your email address was undone: this address opens your Companion account again. Everybody is signed out, and authenticator apps and passkeys that were added since a week before the change was requested are removed. The password no longer works: choose a new one.',
    button: 'Choose a new password',
    note: 'The link works once, for 7 days. Later, “Forgot your password?” on the log-in page sends you another.',
  },
  es: {
    subject: 'Esta dirección vuelve a abrir tu cuenta',
    preview: 'Elige una contraseña nueva.',
    ask: 'se deshizo el cambio de tu dirección de correo: esta dirección vuelve a abrir tu cuenta de Companion. Se han cerrado todas las sesiones y se han quitado las aplicaciones de autenticación y las llaves de acceso que se añadieron desde una semana antes de que se pidiera el cambio. La contraseña ya no sirve: elige una nueva.',
    button: 'Elegir una contraseña nueva',
    note: 'El enlace sirve una sola vez, durante 7 días. Después, «¿Olvidaste tu contraseña?» en la página de inicio de sesión te envía otro.',
  },
}

const left = {
  en: {
    subject: 'The change of your address was undone',
    preview: 'This address no longer opens your account.',
    said: (time: string) =>
      `on ${time} the change of your email address was undone from the earlier address. This address no longer opens your Companion account, and everybody is signed out.`,
    button: 'Log in with the earlier address',
    note: 'If it was not you, somebody else reads the mails of your earlier address. Whoever runs this server can help you.',
    footer: (email: string) => `This mail is for ${email}, because it was the address of a Companion account.`,
  },
  es: {
    subject: 'Se deshizo el cambio de tu dirección',
    preview: 'Esta dirección ya no abre tu cuenta.',
    said: (time: string) =>
      `el ${time} se deshizo el cambio de tu dirección de correo desde la dirección anterior. Esta dirección ya no abre tu cuenta de Companion y se han cerrado todas las sesiones.`,
    button: 'Entrar con la dirección anterior',
    note: 'Si no fuiste tú, otra persona lee los correos de tu dirección anterior. Puede ayudarte quien administra este servidor.',
    footer: (email: string) => `Este mensaje es para ${email}, porque era la dirección de una cuenta de Companion.`,
  },
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>

/** Tells the address that opens the account again, with a link to choose a new password. */
export function mailAddressRestored(deps: Deps, recipient: Recipient): void {
  const mail = { messages: restored, seconds: INVITE_SECONDS }
  deps.mails.post('address restored', () => renderPasswordLink(deps, recipient, mail))
}

/** Tells the address that the account had until the undo. */
export function mailAddressLeft({ config, mails, now }: Deps, recipient: Recipient): void {
  const undoneAt = new Date(now())
  mails.post('address left', () => {
    const { said, footer, ...rest } = left[recipient.language]
    return renderActionMail(recipient, {
      ...rest,
      said: [said(mailTime(recipient.language, undoneAt))],
      url: `${config.publicUrl}/auth/login`,
      footer: footer(recipient.email),
    })
  })
}
