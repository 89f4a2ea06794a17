import { VERIFY_SECONDS } from '#contract/limits.ts'
import type { Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { issueTokenForAddress } from '../../one-time-tokens.repository.ts'

const messages = {
  en: {
    subject: 'Confirm your address',
    preview: 'If you made a Companion account. If you did not, please do not confirm.',
    ask: 'a Companion account was made with this address. If that was you, or done for you, please confirm that the address is yours. Then it can bring you back in should you ever forget your password.',
    button: 'Confirm my address',
    note: 'The link works for 24 hours. If you did not start this, do not confirm: somebody else knows the password of that account. Just delete this mail.',
  },
  es: {
    subject: 'Confirma tu dirección',
    preview: 'Si creaste una cuenta de Companion. Si no fuiste tú, no la confirmes.',
    ask: 'se creó una cuenta de Companion con esta dirección. Si la creaste tú, o alguien la creó para ti, confirma que la dirección es tuya. Así podrás volver a entrar si algún día olvidas tu contraseña.',
    button: 'Confirmar mi dirección',
    note: 'El enlace sirve durante 24 horas. Si no empezaste tú esto, no confirmes: otra persona conoce la contraseña de esa cuenta. Borra este mensaje y listo.',
  },
}

type Deps = Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>

export function mailVerification({ config, db, mails, now }: Deps, recipient: Recipient): void {
  mails.post('verification', async () => {
    const issue = { userId: recipient.id, purpose: 'verify_email', seconds: VERIFY_SECONDS, now: now() } as const
    const token = await issueTokenForAddress(db, recipient.email, issue)
    if (token === undefined) return undefined
    const { ask, ...rest } = messages[recipient.language]
    return renderActionMail(recipient, { ...rest, said: [ask], url: `${config.publicUrl}/check#verify=${token}` })
  })
}
