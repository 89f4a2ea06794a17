import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'

type Change = 'added' | 'removed' | 'removed_by_admin' | 'recovery_used'

const messages = {
  en: {
    preview: 'If it was you, all is well.',
    button: 'Open your account',
    note: 'If it was not you, choose a new password by “Forgot your password?” now: that signs everybody out.',
    added: {
      subject: 'Logging in now takes a second step',
      said: (time: string) =>
        `an authenticator app was set up for your Companion account on ${time}. From now on, logging in takes your password and a code.`,
      more: 'Keep the recovery codes that you were shown: each opens your account once if you lose the app.',
    },
    removed: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `the second step of logging in to your Companion account was removed on ${time}. Your password alone opens it again.`,
      more: 'If it was you, all is well: this mail is only so that you know.',
    },
    removed_by_admin: {
      subject: 'The second step was removed from your account',
      said: (time: string) =>
        `an admin of Companion removed the second step of logging in to your account on ${time}. Your password alone opens it again.`,
      more: 'Log in and set it up again, so that a password alone is not enough.',
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
    added: {
      subject: 'Iniciar sesión tiene ahora un segundo paso',
      said: (time: string) =>
        `se configuró una aplicación de autenticación para tu cuenta de Companion el ${time}. Desde ahora, iniciar sesión pide tu contraseña y un código.`,
      more: 'Guarda los códigos de recuperación que viste: cada uno abre tu cuenta una vez si pierdes la aplicación.',
    },
    removed: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `el segundo paso para entrar en tu cuenta de Companion se quitó el ${time}. Vuelve a abrirse solo con tu contraseña.`,
      more: 'Si fuiste tú, todo está bien: este mensaje es solo para que lo sepas.',
    },
    removed_by_admin: {
      subject: 'Se quitó el segundo paso de tu cuenta',
      said: (time: string) =>
        `la administración de Companion quitó el segundo paso para entrar en tu cuenta el ${time}. Vuelve a abrirse solo con tu contraseña.`,
      more: 'Inicia sesión y configúralo de nuevo, para que una contraseña sola no baste.',
    },
    recovery_used: {
      subject: 'Se usó un código de recuperación de tu cuenta',
      said: (time: string) =>
        `un código de recuperación de tu cuenta de Companion se usó el ${time}. Ya no vuelve a servir.`,
      more: 'En tu cuenta ves cuántos quedan y puedes crear otros nuevos.',
    },
  },
}

/** Tells the owner of an account what became of its second factor. */
export function mailSecondFactor(
  { config, mails, now }: Pick<AccountDeps, 'config' | 'mails' | 'now'>,
  recipient: Recipient,
  change: Change,
): void {
  const changedAt = new Date(now())
  mails.post(`second factor ${change}`, () => {
    const { [change]: texts, preview, button, note } = messages[recipient.language]
    const { subject, said, more } = texts
    const time = mailTime(recipient.language, changedAt)
    const url = `${config.publicUrl}/account`
    return renderActionMail(recipient, { subject, preview, said: [said(time), more], button, url, note })
  })
}
