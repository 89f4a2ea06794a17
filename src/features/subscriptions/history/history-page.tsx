import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { ClockIcon } from '#ui/icons/icons.tsx'
import { BackLink } from '#ui/layout/subpage.tsx'
import styles from './history.module.css'
import { HistoryEntry } from './history-entry.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { historyQuery } from './list-subscriptions.ts'

/** Lists all subscriptions of a user, including trials, and what was billed, newest first. */
export function HistoryPage({ user }: { user: User }) {
  const history = useQuery(historyQuery(user.id), queryClient)
  // The session contains the same list as of its last refresh, which is shown at once and offline.
  const entries = history.data ?? user.subscriptions
  return (
    <div className={styles.page}>
      <BackLink to="/account">
        <Trans>Account</Trans>
      </BackLink>
      <h1 data-in-bar className={styles.title}>
        <Trans>Subscription History</Trans>
      </h1>
      <div role="status">
        {history.isError && (
          <div className={styles.old}>
            <p>
              <Trans>The newest could not be fetched. This is what was last seen on this device.</Trans>
            </p>
            <Button size="s" pending={history.isFetching} onClick={() => void history.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        )}
      </div>
      {entries.length > 0 ? (
        <ul className={styles.list}>
          {entries.map((subscription) => (
            <HistoryEntry key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      ) : history.isPending ? null : (
        <EmptyState
          icon={<ClockIcon size={28} />}
          title={<Trans>No Subscription History</Trans>}
          text={<Trans>You have not purchased any subscriptions yet. When you do, they will appear here.</Trans>}
          action={
            <LinkButton to="/subscriptions">
              <Trans>See the plans</Trans>
            </LinkButton>
          }
        />
      )}
      <InvoiceList userId={user.id} />
    </div>
  )
}
