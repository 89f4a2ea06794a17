import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { User } from '#contract/objects/user.ts'
import { userName } from '#data/user-name.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Avatar } from '#ui/data-display/avatar.tsx'
import { toFreeTrial } from '../to-free-trial.ts'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './site-nav.module.css'

/** On a phone it hides the links that are also in the footer. */
export function SiteNav({ user }: { user: User | undefined }) {
  const isSignedIn = user !== undefined
  return (
    <ul className={styles.list}>
      <li className={styles.wide}>
        <Link to="/information" hash="scores" className={styles.link}>
          <Trans>How scores work</Trans>
        </Link>
      </li>
      <li className={styles.wide}>
        <Link
          to={isSignedIn ? '/subscriptions' : '/'}
          {...(isSignedIn ? {} : { hash: 'plans' })}
          className={styles.link}
        >
          <Trans>Plans</Trans>
        </Link>
      </li>
      <li className={isSignedIn ? `${styles.language} ${styles.roomy}` : styles.language}>
        <LanguageSwitch />
      </li>
      {isSignedIn ? (
        <>
          <li>
            <Link to="/account" className={styles.user}>
              <span className="visually-hidden">
                <Trans>Account</Trans>
              </span>
              <Avatar name={userName(user)} src={user.profile.photo_url} />
            </Link>
          </li>
          <li>
            <LinkButton to="/chat" variant="primary">
              <Trans>Open chat</Trans>
            </LinkButton>
          </li>
        </>
      ) : (
        <>
          <li>
            <Link to="/auth/login" className={styles.link}>
              <Trans>Log in</Trans>
            </Link>
          </li>
          <li className={styles.roomy}>
            <LinkButton variant="primary" {...toFreeTrial}>
              <Trans>Create account</Trans>
            </LinkButton>
          </li>
        </>
      )}
    </ul>
  )
}
