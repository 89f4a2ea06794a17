import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isAdmin } from '#session/entitlements.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import styles from './admin.module.css'
import type { AdminSearch } from './admin-search.ts'
import { AuditTab } from './audit/audit-tab.tsx'
import { BackButton } from './back-button.tsx'
import { useLeaveWithoutRole } from './handle-refusal.ts'
import { LegalTab } from './legal/legal-tab.tsx'
import { NewsletterTab } from './newsletter/newsletter-tab.tsx'
import { PlansTab } from './plans/plans-tab.tsx'
import { ReportsTab } from './reports/reports-tab.tsx'
import { SubscribersTab } from './subscribers/subscribers-tab.tsx'
import { type AdminTab, selectTab, storedTab, storeTab } from './tabs.ts'
import { UsersTab } from './users/users-tab.tsx'

type AdminPageProps = {
  search: AdminSearch
  /** Replaces the search parameters of the current address. */
  onSearch: (search: AdminSearch) => void
}

/** The admin panel; the active tab is in the address and in localStorage. */
export function AdminPage({ search, onSearch }: AdminPageProps) {
  const { t } = useLingui()
  useLeaveWithoutRole(isAdmin)
  /** The storage is read once, because another window stores the tab that is open there. */
  const [shown, setShown] = useState(storedTab)
  const tab = selectTab(search.tab, shown)
  if (tab !== shown) setShown(tab)
  useEffect(() => storeTab(tab), [tab])
  function select(next: AdminTab) {
    storeTab(next)
    onSearch({ tab: next })
  }
  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <BackButton to="/chat" />
        <h1 data-in-bar>
          <Trans>Admin panel</Trans>
        </h1>
      </div>
      <Tabs
        label={t`Admin panel`}
        value={tab}
        onChange={select}
        tabs={[
          { value: 'subscriptions', label: t`Subscriptions`, content: <PlansTab /> },
          {
            value: 'subscribers',
            label: t`Subscribers`,
            content: <SubscribersTab search={search} onSearch={onSearch} />,
          },
          { value: 'users', label: t`Users`, content: <UsersTab search={search} onSearch={onSearch} /> },
          { value: 'reports', label: t`Reports`, content: <ReportsTab search={search} onSearch={onSearch} /> },
          {
            value: 'newsletter',
            label: t`Newsletter`,
            content: <NewsletterTab search={search} onSearch={onSearch} />,
          },
          { value: 'legal', label: t`Legal`, content: <LegalTab /> },
          { value: 'audit', label: t`Audit`, content: <AuditTab search={search} onSearch={onSearch} /> },
        ]}
      />
    </div>
  )
}
