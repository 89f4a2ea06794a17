import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#contract/objects/plan.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from './plan-item.module.css'

/**
 * Shows the currency and the limits of a plan, that of searches only where there is a web search; 0 means unlimited.
 */
export function PlanFacts({ plan }: { plan: Plan }) {
  const language = useLanguage()
  const { data: config } = useQuery(configQuery, queryClient)
  const tokens = formatNumber(plan.tokens_limit, language)
  const { searches_limit } = plan
  return (
    <ul className={styles.facts}>
      <li>{plan.name}</li>
      <li>{plan.currency}</li>
      <li>{plan.tokens_limit === 0 ? <Trans>Unlimited tokens</Trans> : <Trans>{tokens} tokens</Trans>}</li>
      {config?.web_search ? (
        <li>
          {searches_limit === 0 ? (
            <Trans>Unlimited searches</Trans>
          ) : (
            <Plural value={searches_limit} one="# web search" other="# web searches" />
          )}
        </li>
      ) : null}
    </ul>
  )
}
