import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { useSession } from '#session/state/session-atom.ts'
import { Wordmark } from '#ui/icons/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './site-frame.module.css'
import { SiteNav } from './site-nav.tsx'

export function SiteFrame() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Link to={session === null ? '/' : '/chat'} className={styles.brand}>
          <Wordmark />
        </Link>
        <nav aria-label={t`Main`}>
          <SiteNav user={session?.user} />
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <nav aria-label={t`Footer`} className={styles.links}>
          <Link to="/information" hash="scores">
            <Trans>How scores work</Trans>
          </Link>
          <Link to="/information" hash="privacy">
            <Trans>Privacy</Trans>
          </Link>
        </nav>
        <LanguageSwitch />
      </footer>
    </div>
  )
}
