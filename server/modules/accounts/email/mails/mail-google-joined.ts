import { mailTime, type Recipient } from '../../../mails/mail-texts.ts'
import { renderActionMail } from '../../../mails/render-action-mail.ts'
import type { AccountDeps } from '../../accounts.deps.ts'

const messages = {
  en: {
    subject: 'Google sign-in was added to your account',
    preview: (endedPassword: boolean) =>
      endedPassword
        ? 'The old password no longer works, and other devices were signed out.'
        : 'Other devices were signed out.',
    said: (time: string) => `on ${time} you signed in to Companion with Google for the first time.`,
    changed: (endedPassword: boolean) =>
      `From now on your account opens with Google. To keep everybody else out, ${endedPassword ? 'the old password no longer works, ' : ''}all other devices were signed out, and links in earlier mails are no longer valid. Your chats and settings are as they were.`,
    button: 'Open your account',
    note: 'You can go on with Google alone. If you want a password as well, log out and choose “Forgot your password?” on the log-in page. If it was not you, somebody else is using your Google account: secure it with Google first, then set a password in the same way, which signs out every device.',
  },
  es: {
    subject: 'Se añadió el acceso con Google a tu cuenta',
    preview: (endedPassword: boolean) =>
      endedPassword
        ? 'La contraseña anterior ya no sirve y se cerró la sesión en los demás dispositivos.'
        : 'Se cerró la sesión en los demás dispositivos.',
    said: (time: string) => `el ${time} entraste por primera vez en Companion con Google.`,
    changed: (endedPassword: boolean) =>
      `Desde ahora tu cuenta se abre con Google. Para que nadie más pueda entrar, ${endedPassword ? 'la contraseña anterior ya no sirve, ' : ''}se cerró la sesión en los demás dispositivos y los enlaces de correos anteriores ya no son válidos. Tus chats y ajustes siguen igual.`,
    button: 'Abrir tu cuenta',
    note: 'Puedes seguir entrando solo con Google. Si además quieres una contraseña, cierra la sesión y elige «¿Olvidaste tu contraseña?» en la página de inicio de sesión. Si no fuiste tú, otra persona está usando tu cuenta de Google: primero protégela en Google y después crea una contraseña de la misma manera, lo que cierra la sesión en todos los dispositivos.',
  },
}

/** Notifies a user that their account now opens with Google, and that its password, if any, was removed. */
export function mailGoogleJoined(
  { config, mails, now }: Pick<AccountDeps, 'config' | 'mails' | 'now'>,
  recipient: Recipient,
  endedPassword: boolean,
): void {
  const joinedAt = new Date(now())
  mails.post('google joined', () => {
    const { said, changed, preview, ...rest } = messages[recipient.language]
    const time = mailTime(recipient.language, joinedAt)
    return renderActionMail(recipient, {
      ...rest,
      preview: preview(endedPassword),
      said: [said(time), changed(endedPassword)],
      url: `${config.publicUrl}/account`,
    })
  })
}
