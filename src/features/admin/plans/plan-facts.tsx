import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from './plan-item.module.css'

/** Shows the currency and the limits of a plan; a limit of 0 means unlimited. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const language = useLanguage()
  const tokens = formatNumber(plan.tokens_limit, language)
  const searches = formatNumber(plan.searches_limit, language)
  return (
    <ul className={styles.facts}>
      <li>{plan.name}</li>
      <li>{plan.currency}</li>
      <li>{plan.tokens_limit === 0 ? <Trans>Unlimited tokens</Trans> : <Trans>{tokens} tokens</Trans>}</li>
      <li>{plan.searches_limit === 0 ? <Trans>Unlimited searches</Trans> : <Trans>{searches} searches</Trans>}</li>
    </ul>
  )
}
