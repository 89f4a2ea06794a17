import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#contract/objects/user.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { usesProviderList } from '#session/entitlements.ts'
import { ChevronRightIcon, CloudOffIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './account.module.css'
import { DeleteAccount } from './deletion/delete-account.tsx'
import { DeviceList } from './devices/device-list.tsx'
import { ExportData } from './export-data.tsx'
import { MailSettings } from './mail/mail-settings.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhotoEditor } from './photo/photo-editor.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { UsageSection } from './usage/usage-section.tsx'

/** The account page with the user's data and settings; `plan` shows the subscription. */
export function AccountPage({ user, plan }: { user: User; plan: ReactNode }) {
  const isOnline = useOnline()
  const language = useLanguage()
  return (
    <div className={styles.page}>
      <h1 data-in-bar className={styles.title}>
        <Trans>Account</Trans>
      </h1>
      <div role="status">
        {isOnline ? null : (
          <p className={styles.offline}>
            <CloudOffIcon size={18} />
            <Trans>You are offline. Your account can be changed when you are back; what you type here stays.</Trans>
          </p>
        )}
      </div>
      <PhotoEditor user={user} />
      <NamesForm user={user} />
      <MailSettings user={user} />
      {plan}
      <UsageSection user={user} />
      <PasswordForm email={user.email} />
      <SecondFactorSection userId={user.id} />
      <DeviceList userId={user.id} />
      <ExportData />
      <nav className={styles.links}>
        {usesProviderList(user) ? (
          <Link to="/admin-panel/users">
            <Trans>Users</Trans>
            <ChevronRightIcon size={18} />
          </Link>
        ) : null}
        <Link to="/account/subscriptions/history">
          <Trans>Subscription History</Trans>
          <ChevronRightIcon size={18} />
        </Link>
        <Link to="/settings">
          <Trans>Settings</Trans>
          <ChevronRightIcon size={18} />
        </Link>
        <Link to="/information">
          <Trans>About Companion</Trans>
          <ChevronRightIcon size={18} />
        </Link>
        <a href={`/legal/terms?lang=${language}`}>
          <Trans>Terms of use</Trans>
          <ChevronRightIcon size={18} />
        </a>
        <a href={`/legal/imprint?lang=${language}`}>
          <Trans>Imprint and contact</Trans>
          <ChevronRightIcon size={18} />
        </a>
      </nav>
      <DeleteAccount userId={user.id} />
    </div>
  )
}
