import { VERIFY_SECONDS } from '#contract/limits.ts'
import type { AccountNeeds } from '../../accounts.needs.ts'
import { issueOneTimeToken } from '../../one-time-tokens.ts'
import type { Recipient } from './mail-words.ts'
import { renderLetter } from './render-letter.ts'

const words = {
  en: {
    subject: 'Confirm your address',
    preview: 'One click, so that you can always get back in.',
    ask: 'please confirm that this address is yours. Then it can bring you back in should you ever forget your password.',
    button: 'Confirm my address',
    note: 'The link works for 24 hours. If you did not make an account with Companion, you need do nothing.',
  },
  es: {
    subject: 'Confirma tu dirección',
    preview: 'Un clic, para que siempre puedas volver a entrar.',
    ask: 'confirma, por favor, que esta dirección es tuya. Así podrás volver a entrar si algún día olvidas tu contraseña.',
    button: 'Confirmar mi dirección',
    note: 'El enlace sirve durante 24 horas. Si no creaste una cuenta en Companion, no tienes que hacer nada.',
  },
}

type Needs = Pick<AccountNeeds, 'config' | 'db' | 'mails' | 'now'>

/** Sends a link that confirms the person's address. */
export function mailVerification({ config, db, mails, now }: Needs, person: Recipient): void {
  mails.post('verification', async () => {
    const issue = { userId: person.id, purpose: 'verify_email', seconds: VERIFY_SECONDS, now: now() } as const
    const token = await issueOneTimeToken(db, issue)
    const { ask, ...rest } = words[person.language]
    return renderLetter(person, { ...rest, said: [ask], url: `${config.publicUrl}/check#verify=${token}` })
  })
}
