import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import type { UserRow } from '../../accounts.repository.ts'

type Change =
  | 'added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'removed'
  | 'removed_by_admin'
  | 'removed_by_operator'
  | 'removed_with_address'
  | 'recovery_used'

const messages = {
  en: {
    preview: 'If it was you, all is well.',
    button: 'Open your account',
    note: 'If it was not you, choose a new password by “Forgot your password?” now: that signs everybody out.',
    adviceWhenAdded:
      'If it was not you, choose a new password by “Forgot your password?” now, and ask whoever runs this server to remove the second step: a new password does not remove it.',
    added: {
      subject: 'Logging in now takes a second step',
      said: (time: string) =>
        `an authenticator app was set up for your Companion account on ${time}. From now on, logging in also takes a code.`,
      more: 'Keep the recovery codes that you were shown: each works once as the second step if you lose the app.',
    },
    app_removed: {
      subject: 'The authenticator app was removed from your account',
      said: (time: string) => `the authenticator app of your Companion account was removed on ${time}.`,
      more: 'Logging in takes one of your passkeys, or a recovery code as the second step.',
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      said: (time: string) =>
        `a passkey was added to your Companion account on ${time}. It opens the account on its own; logging in without it now takes a second step.`,
      more: 'A recovery code works once as the second step if you lose the passkey.',
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      said: (time: string) => `a passkey of your Companion account was removed on ${time}. It opens nothing any more.`,
      more: 'Logging in without a passkey still takes a second step.',
    },
    removed: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `the second step of logging in to your Companion account was removed on ${time}. Logging in takes one step again.`,
      more: 'If it was you, all is well: this mail is only so that you know.',
    },
    removed_by_admin: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `an admin of Companion removed the second step of logging in to your account on ${time}. Logging in takes one step again.`,
      more: 'Log in and set it up again, so that one step alone is not enough.',
    },
    removed_by_operator: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `whoever runs this Companion server removed the second step of logging in to your account, and its passkeys, on ${time}. Every device was signed out, and logging in takes one step again.`,
      more: 'Log in and set it up again, so that one step alone is not enough.',
    },
    removed_with_address: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `on ${time} you showed that this address is yours. What was set up for logging in to your Companion account before the address was confirmed (an authenticator app, passkeys) was removed, because somebody else may have done that.`,
      more: 'If it was you, set it up again in your account, so that one step alone is not enough.',
    },
    recovery_used: {
      subject: 'A recovery code of your account was used',
      said: (time: string) => `a recovery code of your Companion account was used on ${time}. It is no longer valid.`,
      more: 'In your account you see how many are left, and can make new ones.',
    },
  },
  es: {
    preview: 'Si fuiste tú, todo está bien.',
    button: 'Abrir tu cuenta',
    note: 'Si no fuiste tú, elige ya una contraseña nueva con «¿Olvidaste tu contraseña?»: eso cierra todas las sesiones.',
    adviceWhenAdded:
      'Si no fuiste tú, elige ya una contraseña nueva con «¿Olvidaste tu contraseña?» y pide a quien lleva este servidor que quite el segundo paso: una contraseña nueva no lo quita.',
    added: {
      subject: 'Iniciar sesión tiene ahora un segundo paso',
      said: (time: string) =>
        `se configuró una aplicación de autenticación para tu cuenta de Companion el ${time}. Desde ahora, iniciar sesión pide también un código.`,
      more: 'Guarda los códigos de recuperación que viste: cada uno sirve una vez como segundo paso si pierdes la aplicación.',
    },
    app_removed: {
      subject: 'Se quitó la aplicación de autenticación de tu cuenta',
      said: (time: string) => `la aplicación de autenticación de tu cuenta de Companion se quitó el ${time}.`,
      more: 'Iniciar sesión pide una de tus llaves de acceso, o un código de recuperación como segundo paso.',
    },
    passkey_added: {
      subject: 'Se añadió una llave de acceso a tu cuenta',
      said: (time: string) =>
        `se añadió una llave de acceso a tu cuenta de Companion el ${time}. Abre la cuenta por sí sola; iniciar sesión sin ella pide ahora un segundo paso.`,
      more: 'Un código de recuperación sirve una vez como segundo paso si pierdes la llave de acceso.',
    },
    passkey_removed: {
      subject: 'Se quitó una llave de acceso de tu cuenta',
      said: (time: string) => `una llave de acceso de tu cuenta de Companion se quitó el ${time}. Ya no abre nada.`,
      more: 'Iniciar sesión sin una llave de acceso sigue pidiendo un segundo paso.',
    },
    removed: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `el segundo paso para entrar en tu cuenta de Companion se quitó el ${time}. Iniciar sesión vuelve a tener un solo paso.`,
      more: 'Si fuiste tú, todo está bien: este mensaje es solo para que lo sepas.',
    },
    removed_by_admin: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `la administración de Companion quitó el segundo paso para entrar en tu cuenta el ${time}. Iniciar sesión vuelve a tener un solo paso.`,
      more: 'Inicia sesión y configúralo de nuevo, para que un solo paso no baste.',
    },
    removed_by_operator: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `quien lleva este servidor de Companion quitó el segundo paso para entrar en tu cuenta, y sus llaves de acceso, el ${time}. Se cerró la sesión en todos los dispositivos, e iniciar sesión vuelve a tener un solo paso.`,
      more: 'Inicia sesión y configúralo de nuevo, para que un solo paso no baste.',
    },
    removed_with_address: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `el ${time} demostraste que esta dirección es tuya. Lo que se configuró para entrar en tu cuenta de Companion antes de confirmar la dirección (una aplicación de autenticación, llaves de acceso) se quitó, porque pudo hacerlo otra persona.`,
      more: 'Si fuiste tú, configúralo de nuevo en tu cuenta, para que un solo paso no baste.',
    },
    recovery_used: {
      subject: 'Se usó un código de recuperación de tu cuenta',
      said: (time: string) =>
        `un código de recuperación de tu cuenta de Companion se usó el ${time}. Ya no vuelve a servir.`,
      more: 'En tu cuenta ves cuántos quedan y puedes crear otros nuevos.',
    },
  },
}

/**
 * Tells the owner of an account what became of its second factor. A reset of the password leaves a factor that was added
 * to an account with a confirmed address; the confirmation of an address by the reset removes those from before.
 */
export function mailSecondFactor(
  { config, mails, now }: Pick<AccountDeps, 'config' | 'mails' | 'now'>,
  recipient: Recipient & Pick<UserRow, 'email_verified'>,
  change: Change,
): void {
  const changedAt = new Date(now())
  mails.post(`second factor ${change}`, () => {
    const { [change]: texts, preview, button, note: advice, adviceWhenAdded } = messages[recipient.language]
    const outlivesReset = recipient.email_verified === 1 && (change === 'added' || change === 'passkey_added')
    const { subject, said, more } = texts
    const time = mailTime(recipient.language, changedAt)
    const url = `${config.publicUrl}/account`
    const note = outlivesReset ? adviceWhenAdded : advice
    return renderActionMail(recipient, { subject, preview, said: [said(time), more], button, url, note })
  })
}
