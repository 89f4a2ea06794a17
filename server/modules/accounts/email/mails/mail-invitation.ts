import { INVITE_SECONDS } from '#contract/limits.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { renderPasswordLink } from './render-password-link.ts'

const messages = {
  en: {
    subject: 'Your Companion account is ready',
    preview: 'Choose a password, and it is yours.',
    ask: 'an account with Companion was made for you. Choose a password, and it is yours.',
    button: 'Choose a password',
    note: 'The link works once, for 7 days. Later, “Forgot your password?” on the log-in page sends you another. If you do not want the account, you need do nothing.',
  },
  es: {
    subject: 'Tu cuenta de Companion está lista',
    preview: 'Elige una contraseña y es tuya.',
    ask: 'se ha creado una cuenta de Companion para ti. Elige una contraseña y es tuya.',
    button: 'Elegir una contraseña',
    note: 'El enlace sirve una sola vez, durante 7 días. Después, «¿Olvidaste tu contraseña?» en la página de inicio de sesión te envía otro. Si no quieres la cuenta, no tienes que hacer nada.',
  },
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>

/** Invites a user whose account an admin created without a password: the link sets one, as a reset does. */
export function mailInvitation(deps: Deps, recipient: Recipient): void {
  deps.mails.post('invitation', () => renderPasswordLink(deps, recipient, { messages, seconds: INVITE_SECONDS }))
}
