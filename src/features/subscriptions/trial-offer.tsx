import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import { describeFailure } from '#i18n/error-words.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import styles from './page.module.css'
import { PlanAction } from './plan-action.tsx'
import { PlanPrice } from './plan-price.tsx'
import { useStartCheckout } from './use-start-checkout.ts'

export function TrialOffer({ plan }: { plan: Plan }) {
  const language = useLanguage()
  const start = useStartCheckout()
  return (
    <>
      <p className={styles.lead}>{plan.description}</p>
      <PlanPrice plan={plan} />
      <ul className={styles.facts}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={18} />
            {feature}
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        <Trans>
          No card is asked for, nothing is charged, and the trial ends by itself. There is one for each account. Your
          chats stay readable afterwards.
        </Trans>
      </p>
      {start.isError && (
        <p role="alert" className={styles.failed}>
          {describeFailure(start.error, language)}
        </p>
      )}
      <div className={styles.actions}>
        <PlanAction plan={plan} isPending={start.isPending} onStart={() => start.mutate(plan.id)} />
        <LinkButton to="/chat" variant="quiet">
          <Trans>Not now</Trans>
        </LinkButton>
      </div>
    </>
  )
}
