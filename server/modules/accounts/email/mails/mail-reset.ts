import { RESET_SECONDS } from '#contract/limits.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { findUserByEmail } from '../../accounts.repository.ts'
import { accountKey } from '../../sessions/counter-key.ts'
import { isKnownAddress } from '../../sessions/known-address.ts'
import { renderPasswordLink } from './render-password-link.ts'

const messages = {
  en: {
    subject: 'Choose a new password',
    preview: 'The link works once, for 10 minutes.',
    ask: 'somebody, most likely you, asked for a new password for Companion.',
    button: 'Choose a new password',
    note: 'The link works once, for 10 minutes. A new password signs out every device. If it was not you who asked, nothing has changed and you need do nothing.',
  },
  es: {
    subject: 'Elige una contraseña nueva',
    preview: 'El enlace sirve una vez, durante 10 minutos.',
    ask: 'alguien, seguramente tú, pidió una contraseña nueva para Companion.',
    button: 'Elegir una contraseña nueva',
    note: 'El enlace sirve una sola vez, durante 10 minutos. La contraseña nueva cierra la sesión en todos los dispositivos. Si no lo pediste tú, nada ha cambiado y no tienes que hacer nada.',
  },
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'limiter' | 'mails' | 'now'>

/**
 * Sends a reset link if an account has this email address. `address` is the caller's IP address. The work starts after
 * the response, whose time therefore reveals nothing. No more than a few mails are sent in ten minutes (links already
 * sent remain valid), and 20 a day for requests from unknown addresses, so that strangers cannot fill a mailbox.
 */
export function mailReset(deps: Deps, email: string, address: string): void {
  const { db, limiter, mails } = deps
  mails.post('reset', async () => {
    const recipient = await findUserByEmail(db, email)
    const isKnown = await isKnownAddress(deps, recipient?.id ?? 0, address)
    const allowed =
      (await limiter.tryTake('forgotAccount', accountKey(email))) &&
      (isKnown || (await limiter.tryTake('forgotStrangers', accountKey(email))))
    if (recipient === undefined || !allowed) return undefined
    return renderPasswordLink(deps, recipient, { messages, seconds: RESET_SECONDS })
  })
}
