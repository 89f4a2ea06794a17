import { INVITE_SECONDS } from '#contract/limits.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { renderPasswordLink } from './render-password-link.ts'

const messages = {
  en: {
    subject: 'Choose a new password for Companion',
    preview: 'Your old one no longer works.',
    ask: 'for the safety of your account its administrators ask you for a new password. The old one no longer works, and every device is signed out. Nothing else has changed.',
    button: 'Choose a new password',
    note: 'The link works once, for 7 days. Later, “Forgot your password?” on the log-in page sends you another.',
  },
  es: {
    subject: 'Elige una contraseña nueva para Companion',
    preview: 'La anterior ya no sirve.',
    ask: 'por la seguridad de tu cuenta, quienes la administran te piden una contraseña nueva. La anterior ya no sirve y se ha cerrado la sesión en todos los dispositivos. Nada más ha cambiado.',
    button: 'Elegir una contraseña nueva',
    note: 'El enlace sirve una sola vez, durante 7 días. Después, «¿Olvidaste tu contraseña?» en la página de inicio de sesión te envía otro.',
  },
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>

/** Tells a user whose password an admin made invalid, with a link to choose another one. */
export function mailForcedPassword(deps: Deps, recipient: Recipient): void {
  deps.mails.post('invitation', () => renderPasswordLink(deps, recipient, { messages, seconds: INVITE_SECONDS }))
}
