import { Link, Outlet } from '@tanstack/react-router'
import { Wordmark } from '#ui/icons/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './plain-frame.module.css'

/** For pages with one form: the mark, the language, and nothing to lead away. */
export function PlainFrame() {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <Wordmark />
        </Link>
        <LanguageSwitch />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
