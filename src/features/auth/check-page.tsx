import styles from './auth-page.module.css'
import { SsoCheck } from './sso/sso-check.tsx'
import { VerifyCheck } from './verify-email/verify-check.tsx'

/** Where another app of the provider, or a mailed link, leads: by which token came along. */
export function CheckPage({ sso, verify }: { sso: string | undefined; verify: string | undefined }) {
  return (
    <div className={styles.check}>
      {verify !== undefined && <VerifyCheck key={verify} token={verify} />}
      {verify === undefined && sso !== undefined && <SsoCheck key={sso} token={sso} />}
    </div>
  )
}
