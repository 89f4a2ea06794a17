import { Trans } from '@lingui/react/macro'
import styles from '../auth-page.module.css'

export type LoginReason = 'ended' | 'needed' | 'password-changed' | 'sign-in-failed'

/** Says why the user was redirected to the login. */
export function LoginNotice({ reason }: { reason: LoginReason | undefined }) {
  if (reason === undefined) return null
  const isFailure = reason === 'sign-in-failed'
  return (
    <p role={isFailure ? 'alert' : 'status'} className={styles.notice} data-warn={isFailure || undefined}>
      {reason === 'ended' && <Trans>Your session has ended. Log in again and you will be back where you were.</Trans>}
      {reason === 'needed' && <Trans>Log in to continue. We will take you back to your page.</Trans>}
      {reason === 'password-changed' && <Trans>Your password is changed. Log in with the new one.</Trans>}
      {isFailure && <Trans>The login from the other app did not work or is too old. Log in here instead.</Trans>}
    </p>
  )
}
