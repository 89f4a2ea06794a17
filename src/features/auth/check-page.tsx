import styles from './auth-page.module.css'
import { SsoCheck } from './sso/sso-check.tsx'
import { VerifyCheck } from './verify-email/verify-check.tsx'

/** The page for links from other apps and from emails; shows the check for the token in the link. */
export function CheckPage({ sso, verify }: { sso: string | undefined; verify: string | undefined }) {
  return (
    <div className={styles.check}>
      {verify !== undefined && <VerifyCheck key={verify} token={verify} />}
      {verify === undefined && sso !== undefined && <SsoCheck key={sso} token={sso} />}
    </div>
  )
}
