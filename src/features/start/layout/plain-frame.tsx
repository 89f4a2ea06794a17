import { Link, Outlet } from '@tanstack/react-router'
import { Wordmark } from '#ui/icons/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './plain-frame.module.css'

/** The frame of pages with one form: only the logo and the language switch. */
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
