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

/** Milliseconds until the server is asked again for what only the worker could answer. */
const AGAIN_MS = 3_000

type Props = {
  /** What a card ends with; the first paid plan is the main one. */
  action: (plan: Plan, isMain: boolean) => ReactNode
  /** What somebody has: in its place in the list, or before it when it is not on offer any more, by its own terms. */
  mine?: Plan | undefined
  /** The level below the heading that the list stands under. */
  heading: 'h2' | 'h3'
}

/** The plans on offer, by the list of the last visit until the server has answered. */
export function PlanList({ action, mine, heading }: Props) {
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
  const plans = withMine(seen.data.plans, mine)
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

/** When what is shown was seen, while nobody says anything newer: no network, no answer, or the worker's copy. */
function savedSince({ data, dataUpdatedAt, isError }: UseQueryResult<SeenPlans>, isOnline: boolean): number | null {
  if (data === undefined) return null
  return data.savedAt ?? (isOnline && !isError ? null : dataUpdatedAt)
}

function withMine(plans: readonly Plan[], mine: Plan | undefined): readonly Plan[] {
  if (mine === undefined) return plans
  if (plans.some(({ id }) => id === mine.id)) return plans.map((plan) => (plan.id === mine.id ? mine : plan))
  return [mine, ...plans]
}

/** From when the plans are that are shown while the server cannot be reached; null while it can. */
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

/** Three cards in waiting, shown after 200 ms. */
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
