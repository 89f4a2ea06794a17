import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#contract/objects/plan.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './plan-card.module.css'

/** A plan's list item with the web searches of each billing period; nothing when the server has no web search. */
export function PlanSearches({ plan: { searches_limit } }: { plan: Plan }) {
  const { data } = useQuery(configQuery, queryClient)
  if (!data?.web_search) return null
  return (
    <li>
      <CheckIcon size={18} className={styles.check} />
      {searches_limit === 0 ? (
        <Trans>Web searches without a limit</Trans>
      ) : (
        <Plural value={searches_limit} one="# web search" other="# web searches" />
      )}
    </li>
  )
}
