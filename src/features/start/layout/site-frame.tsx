import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Wordmark } from '#ui/icons/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { PageBar } from './page-bar.tsx'
import styles from './site-frame.module.css'
import { SiteNav } from './site-nav.tsx'

/** On a phone, signed-in users see a bar with the way back instead of header and footer, as in an app. */
export function SiteFrame() {
  const { t } = useLingui()
  const language = useLanguage()
  const session = useSession()
  const isSignedIn = session !== null
  return (
    <div className={styles.frame} data-in-app={isSignedIn || undefined}>
      {isSignedIn ? (
        <header className={styles.bar}>
          <PageBar />
        </header>
      ) : null}
      <header className={styles.header}>
        <Link to={isSignedIn ? '/chat' : '/'} className={styles.brand}>
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
          <a href={`/legal/imprint?lang=${language}`}>
            <Trans>Terms and imprint</Trans>
          </a>
        </nav>
        <LanguageSwitch />
      </footer>
    </div>
  )
}
