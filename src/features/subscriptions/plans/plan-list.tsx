import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { isToday } from 'date-fns/isToday'
import type { ReactNode } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CloudOffIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import pageStyles from '../page.module.css'
import { plansQuery, type SeenPlans } from './list-plans.ts'
import { persistPlans } from './persist-plans.ts'
import styles from './plan-card.module.css'
import { PlanCard } from './plan-card.tsx'
import { PlansFailed } from './plans-failed.tsx'

persistPlans()

/** Milliseconds until the server is asked again after an answer from the service worker's cache. */
const AGAIN_MS = 3_000

type Props = {
  /** Renders the end of a card; the first paid plan is the main one, unless another was chosen. */
  action: (plan: Plan, isMain: boolean) => ReactNode
  /** The user's plan: at its place in the list, or first, with its own terms, when it is no longer on sale. */
  mine?: Plan | undefined
  /** The name of a plan that was chosen before: it is first and the main one, if it is on sale. */
  selected?: string | undefined
  /** The heading level of a card, one below the heading of the list. */
  heading: 'h2' | 'h3'
}

/** Lists the plans on sale; shows those of the last visit until the server answers. */
export function PlanList({ action, mine, selected, heading }: Props) {
  const isOnline = useOnline()
  const seen = useQuery(
    {
      ...plansQuery,
      refetchInterval: ({ state }) => (isOnline && typeof state.data?.savedAt === 'number' ? AGAIN_MS : false),
    },
    queryClient,
  )
  const savedFrom = savedSince(seen, isOnline)
  if (seen.data === undefined) {
    return seen.isError ? <PlansFailed onRetry={() => seen.refetch()} /> : <PlanSkeletons />
  }
  const offered = withMine(seen.data.plans, mine)
  const first = offered.find(({ name }) => name === selected)
  const plans = first === undefined ? offered : [first, ...offered.filter((plan) => plan !== first)]
  const main = plans.find((plan) => !isFree(plan.price))?.id
  const highlighted = mine?.id ?? main
  return (
    <>
      <CachedPlansDate from={savedFrom} />
      {plans.length === 0 ? (
        <p className={styles.description}>
          <Trans>No plans are on offer right now.</Trans>
        </p>
      ) : (
        <ul className={styles.list}>
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              heading={heading}
              isMine={plan.id === mine?.id}
              isHighlighted={plan.id === highlighted}
              action={action(plan, plan.id === main)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns the time (ms since 1970) of shown plans that are cached: offline, failed or from the worker's cache. */
function savedSince({ data, dataUpdatedAt, isError }: UseQueryResult<SeenPlans>, isOnline: boolean): number | null {
  if (data === undefined) return null
  return data.savedAt ?? (isOnline && !isError ? null : dataUpdatedAt)
}

function withMine(plans: readonly Plan[], mine: Plan | undefined): readonly Plan[] {
  if (mine === undefined) return plans
  if (plans.some(({ id }) => id === mine.id)) return plans.map((plan) => (plan.id === mine.id ? mine : plan))
  return [mine, ...plans]
}

/** Shows the date of cached plans; renders nothing while the server is reachable. */
function CachedPlansDate({ from }: { from: number | null }) {
  const language = useLanguage()
  const time = from === null ? '' : isToday(from) ? formatTime(from, language) : formatDay(from, language)
  return (
    <div role="status">
      {from === null ? null : (
        <p className={pageStyles.saved}>
          <CloudOffIcon size={18} />
          <Trans>Saved copy from {time}</Trans>
        </p>
      )}
    </div>
  )
}

/** Three placeholder cards, visible after 200 ms. */
function PlanSkeletons() {
  return (
    <>
      <p role="status" className="visually-hidden">
        <Trans>Loading the plans…</Trans>
      </p>
      <ul aria-hidden="true" className={styles.list}>
        {['a', 'b', 'c'].map((key) => (
          <li key={key} className={styles.waiting}>
            <Skeleton width="40%" height="1.25rem" />
            <Skeleton width="55%" height="2.25rem" />
            <Skeleton />
            <Skeleton width="70%" />
            <Skeleton height="44px" />
          </li>
        ))}
      </ul>
    </>
  )
}
