import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'

const messages = {
  en: {
    subject: 'Your password was changed',
    preview: 'If it was you, all is well.',
    said: (time: string) => `the password of your Companion account was changed on ${time}.`,
    ifYou: 'If it was you, all is well: this mail is only so that you know.',
    button: 'It was not me',
    note: 'If it was not you, choose a new password now. That signs everybody out, and only whoever reads this mailbox can do it.',
  },
  es: {
    subject: 'Tu contraseña ha cambiado',
    preview: 'Si fuiste tú, todo está bien.',
    said: (time: string) => `la contraseña de tu cuenta de Companion cambió el ${time}.`,
    ifYou: 'Si fuiste tú, todo está bien: este mensaje es solo para que lo sepas.',
    button: 'No fui yo',
    note: 'Si no fuiste tú, elige ahora una contraseña nueva. Eso cierra todas las sesiones, y solo puede hacerlo quien lee este correo.',
  },
}

export function mailPasswordChanged(
  { config, mails, now }: Pick<AccountDeps, 'config' | 'mails' | 'now'>,
  recipient: Recipient,
): void {
  const changedAt = new Date(now())
  mails.post('password changed', () => {
    const { said, ifYou, ...rest } = messages[recipient.language]
    const time = mailTime(recipient.language, changedAt)
    return renderActionMail(recipient, {
      ...rest,
      said: [said(time), ifYou],
      url: `${config.publicUrl}/auth/forgor-password`,
    })
  })
}
