import { isoTime } from '../../../../lib/time.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { findUserByEmail } from '../../accounts.repository.ts'
import { findChange } from '../../email-changes.repository.ts'

const messages = {
  en: {
    free: {
      subject: 'Confirm your new address',
      preview: 'Your account has it once you confirm.',
      ask: 'somebody, most likely you, asked to use this address for a Companion account. If it was you, confirm it: from then on you log in with this address.',
      button: 'Confirm the new address',
      note: 'The link works once, for 24 hours. Until you use it nothing changes. If it was not you, do not confirm: just delete this mail.',
    },
    taken: {
      subject: 'This address already has an account',
      preview: 'So nothing was changed.',
      ask: 'somebody, most likely you, asked to use this address for another Companion account. It already opens this one, so nothing was changed.',
      button: 'Log in',
      note: 'To use the address for the other account, first give this one another address, or delete it. If it was not you, you need do nothing.',
    },
    footer: (email: string) => `This mail is for ${email}, because somebody asked to use it for a Companion account.`,
  },
  es: {
    free: {
      subject: 'Confirma tu nueva dirección',
      preview: 'Tu cuenta la tendrá cuando la confirmes.',
      ask: 'alguien, seguramente tú, pidió usar esta dirección para una cuenta de Companion. Si fuiste tú, confírmala: desde entonces entrarás con esta dirección.',
      button: 'Confirmar la nueva dirección',
      note: 'El enlace sirve una sola vez, durante 24 horas. Hasta que lo uses no cambia nada. Si no fuiste tú, no confirmes: borra este mensaje y listo.',
    },
    taken: {
      subject: 'Esta dirección ya tiene una cuenta',
      preview: 'Por eso no ha cambiado nada.',
      ask: 'alguien, seguramente tú, pidió usar esta dirección para otra cuenta de Companion. Ya abre esta, así que no ha cambiado nada.',
      button: 'Iniciar sesión',
      note: 'Para usar la dirección en la otra cuenta, primero ponle otra a esta, o elimínala. Si no fuiste tú, no tienes que hacer nada.',
    },
    footer: (email: string) =>
      `Este mensaje es para ${email}, porque alguien pidió usarla para una cuenta de Companion.`,
  },
}

/**
 * Mails the link to the new address; if another account has it, that account's owner is told instead. The address is
 * looked up after the response, whose time therefore reveals nothing.
 */
export function mailNewAddress(
  { config, db, mails, now }: Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>,
  recipient: Recipient,
  token: string,
): void {
  mails.post('new address', async () => {
    const change = await findChange(db, token, { mailedTo: 'new', now: isoTime(now()) })
    if (change === undefined) return undefined
    const holder = await findUserByEmail(db, recipient.email)
    const { language, email } = holder ?? recipient
    const { free, taken, footer } = messages[language]
    const { ask, ...rest } = holder ? taken : free
    const url = `${config.publicUrl}${holder ? '/auth/login' : `/check#email=${token}`}`
    return renderActionMail(holder ?? recipient, { ...rest, said: [ask], url, footer: footer(email) })
  })
}
