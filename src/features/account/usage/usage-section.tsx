import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { type UsageLimits, usageQuery } from '#data/usage.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from './usage.module.css'
import { UsageMeter } from './usage-meter.tsx'
import { UsagePeriod } from './usage-period.tsx'

/** Five seconds; none after an error, such as without a network, whose return starts a request itself. */
const refetchInterval = ({ state }: { state: { status: string } }) => (state.status === 'error' ? false : 5_000)

/** Shows the used and remaining part of the plan in this period. */
export function UsageSection({ user }: { user: User }) {
  const language = useLanguage()
  // Only an open chat follows an answer: one that ends elsewhere or after the chat was left is found by asking again.
  const usage = useQuery({ ...usageQuery(user.id), refetchOnMount: 'always', refetchInterval }, queryClient)
  const target = useHashTarget()
  return (
    <Group heading="h2" id="usage" headingRef={target} title={<Trans>Usage</Trans>}>
      {usage.data !== undefined ? (
        <UsageTotals usage={usage.data} user={user} />
      ) : usage.isError ? (
        <div role="alert" className={styles.unread}>
          <p>{describeFailure(usage.error, language)}</p>
          <Button onClick={() => void usage.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <div className={styles.pending}>
          <Skeleton width="70%" />
        </div>
      )}
    </Group>
  )
}

function UsageTotals({ usage, user }: { usage: UsageLimits; user: User }) {
  const { data: config } = useQuery(configQuery, queryClient)
  const { plan, tokens, searches } = usage
  if (plan === null) {
    return (
      <div className={styles.unread}>
        {user.is_admin ? (
          <p>
            <Trans>As an admin you need no plan, and have no limit.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>You have no active plan, so nothing is counted.</Trans>
            </p>
            <LinkButton to="/subscriptions">
              <Trans>See all plans</Trans>
            </LinkButton>
          </>
        )}
      </div>
    )
  }
  return (
    <div className={styles.totals}>
      <UsageMeter kind="tokens" meter={tokens} />
      {config?.web_search ? <UsageMeter kind="searches" meter={searches} /> : null}
      <UsagePeriod usage={usage} plan={plan} user={user} />
    </div>
  )
}

/** The user menu links here: scrolls once on mount, because content above loads later and moves the section. */
function useHashTarget() {
  const target = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (location.hash === '#usage') target.current?.scrollIntoView()
  }, [])
  return target
}
