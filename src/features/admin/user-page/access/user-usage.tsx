import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getUserUsage } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { shareOf, type UsageLimits } from '#data/usage.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Meter } from '#ui/data-display/meter.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import styles from '../../admin.module.css'
import { LoadFailed } from '../../load-failed.tsx'

export const userUsageQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'usage', id],
    queryFn: ({ signal }) => api.call(getUserUsage, { signal, params: { id } }),
  })

type UserUsageProps = {
  id: number
  /** True when the user was read on this visit: the usage then belongs to the same entry of the audit log. */
  looked: boolean
}

/** What a user has consumed of their plan in this period. */
export function UserUsage({ id, looked }: UserUsageProps) {
  const usage = useQuery({ ...userUsageQuery(id), enabled: looked }, queryClient)
  const { data } = usage
  return (
    <Group heading="h2" title={<Trans>Usage</Trans>}>
      {data === undefined && usage.isError ? (
        <LoadFailed error={usage.error} onRetry={() => void usage.refetch()} />
      ) : null}
      {data?.plan === null ? (
        <p className={styles.note}>
          <Trans>No active plan, so nothing is counted.</Trans>
        </p>
      ) : null}
      {data && data.plan !== null ? (
        <>
          <Consumption label={<Trans>Tokens</Trans>} meter={data.tokens} />
          <Consumption label={<Trans>Web searches</Trans>} meter={data.searches} />
        </>
      ) : null}
    </Group>
  )
}

function Consumption({ label, meter }: { label: ReactNode; meter: UsageLimits['tokens'] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const used = formatNumber(meter.used, language)
  const share = shareOf(meter)
  if (share === null || meter.limit === null) return <Row label={label} text={t`Unlimited · ${used} used`} />
  const limit = formatNumber(meter.limit, language)
  const left = formatNumber(Math.max(0, meter.limit - meter.used), language)
  return <Meter label={label} text={t`${used} of ${limit} used · ${left} left`} share={share} />
}
