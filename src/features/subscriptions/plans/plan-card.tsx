import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { usePlanText, usePlanTitle } from '#i18n/plan-texts.ts'
import { cx } from '#ui/cx.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './plan-card.module.css'
import { PlanPrice } from './plan-price.tsx'
import { PlanSearches } from './plan-searches.tsx'

type Props = { plan: Plan; isMine: boolean; isHighlighted: boolean; heading: 'h2' | 'h3'; action: ReactNode }

export function PlanCard({ plan, isMine, isHighlighted, heading: Heading, action }: Props) {
  const [read, title] = [usePlanText(), usePlanTitle()]
  return (
    <li className={cx(styles.card, isHighlighted && styles.highlighted)} aria-current={isMine || undefined}>
      <div className={styles.head}>
        <Heading className={styles.title}>{title(plan)}</Heading>
        {isMine && (
          <Badge tone="accent">
            <Trans>Your plan</Trans>
          </Badge>
        )}
      </div>
      <PlanPrice plan={plan} />
      <p className={styles.description}>{read(plan.description)}</p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={18} className={styles.check} />
            {read(feature)}
          </li>
        ))}
        <PlanSearches plan={plan} />
      </ul>
      <div className={styles.action}>{action}</div>
    </li>
  )
}
