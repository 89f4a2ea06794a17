import styles from './auth-page.module.css'
import { EmailChangeCheck } from './email-change/email-change-check.tsx'
import { SsoCheck } from './sso/sso-check.tsx'
import { VerifyCheck } from './verify-email/verify-check.tsx'

type Props = { sso: string | undefined; verify: string | undefined; email: string | undefined }

/** The page for links from other apps and from emails; shows the check for the token in the link. */
export function CheckPage({ sso, verify, email }: Props) {
  return (
    <div className={styles.check}>
      {verify !== undefined ? (
        <VerifyCheck key={verify} token={verify} />
      ) : email !== undefined ? (
        <EmailChangeCheck key={email} token={email} />
      ) : (
        sso !== undefined && <SsoCheck key={sso} token={sso} />
      )}
    </div>
  )
}
