import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import type { UserRow } from '../../accounts.repository.ts'

const messages = {
  en: {
    subject: 'The address of your account was changed',
    said: (time: string) => `on ${time} your Companion account was given another email address.`,
    ifYou: 'If it was you, all is well: from now on you log in with the new address, and mails go there.',
    undo: {
      preview: 'If it was not you, change it back within 7 days.',
      button: 'Change it back',
      note: 'If it was not you, change it back now. This address then opens your account again, everybody is signed out, and you choose a new password. The link works once, for 7 days.',
    },
    returned: {
      preview: 'It is the address that you had before.',
      button: 'Open Companion',
      note: 'The account returned to an address that it had a short time ago.',
    },
    footer: (email: string) => `This mail is for ${email}, because it was the address of a Companion account.`,
  },
  es: {
    subject: 'La dirección de tu cuenta ha cambiado',
    said: (time: string) => `el ${time} tu cuenta de Companion recibió otra dirección de correo.`,
    ifYou: 'Si fuiste tú, todo está bien: desde ahora entras con la nueva dirección y los correos llegan allí.',
    undo: {
      preview: 'Si no fuiste tú, deshaz el cambio en 7 días.',
      button: 'Deshacer el cambio',
      note: 'Si no fuiste tú, deshazlo ahora. Esta dirección volverá a abrir tu cuenta, se cerrarán todas las sesiones y elegirás una contraseña nueva. El enlace sirve una sola vez, durante 7 días.',
    },
    returned: {
      preview: 'Es la dirección que tenías antes.',
      button: 'Abrir Companion',
      note: 'La cuenta volvió a una dirección que tenía hace poco.',
    },
    footer: (email: string) => `Este mensaje es para ${email}, porque era la dirección de una cuenta de Companion.`,
  },
}

/**
 * Tells the address that an account has left, with the link that undoes it, if there is one. An address that was never
 * confirmed gets no mail: it may be a stranger's. The new address is not named, because others may read this mailbox.
 */
export function mailAddressChanged(
  { config, mails, now }: Pick<AccountDeps, 'config' | 'mails' | 'now'>,
  before: Recipient & Pick<UserRow, 'email_verified'>,
  undo: string | null,
): void {
  if (before.email_verified === 0) return
  const changedAt = new Date(now())
  mails.post('address changed', () => {
    const { subject, said, ifYou, footer, ...kinds } = messages[before.language]
    return renderActionMail(before, {
      subject,
      ...(undo === null ? kinds.returned : kinds.undo),
      said: [said(mailTime(before.language, changedAt)), ifYou],
      url: undo === null ? config.publicUrl : `${config.publicUrl}/check#email=${undo}`,
      footer: footer(before.email),
    })
  })
}
