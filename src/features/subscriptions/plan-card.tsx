import type { ReactNode } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { cx } from '#ui/cx.ts'
import { CheckIcon } from '#ui/icons.tsx'
import styles from './plan-card.module.css'
import { PlanPrice } from './plan-price.tsx'

type Props = { plan: Plan; isHighlighted: boolean; heading: 'h2' | 'h3'; action: ReactNode }

export function PlanCard({ plan, isHighlighted, heading: Heading, action }: Props) {
  return (
    <li className={cx(styles.card, isHighlighted && styles.highlighted)}>
      <Heading className={styles.title}>{plan.title}</Heading>
      <PlanPrice plan={plan} />
      <p className={styles.description}>{plan.description}</p>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={18} className={styles.check} />
            {feature}
          </li>
        ))}
      </ul>
      <div className={styles.action}>{action}</div>
    </li>
  )
}
