import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useStartCheckout } from '../checkout/use-checkout.ts'
import { OfflineReason } from '../offline-reason.tsx'
import styles from '../page.module.css'
import { PlanAction } from './plan-action.tsx'
import { PlanPrice } from './plan-price.tsx'

export function TrialOffer({ plan }: { plan: Plan }) {
  const read = usePlanText()
  const isOnline = useOnline()
  const reason = useId()
  const { go, pending, failure } = useStartCheckout()
  return (
    <>
      <p className={styles.lead}>{read(plan.description)}</p>
      <PlanPrice plan={plan} />
      <ul className={styles.facts}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={18} />
            {read(feature)}
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        <Trans>
          No card is asked for, nothing is charged, and the trial ends by itself. There is one for each account. Your
          chats stay readable afterwards.
        </Trans>
      </p>
      <OfflineReason id={reason} isOnline={isOnline} />
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <div className={styles.actions}>
        <PlanAction plan={plan} isMain pending={pending} closedBy={isOnline ? undefined : reason} onStart={go} />
        <LinkButton to="/subscriptions" variant="quiet">
          <Trans>See all plans</Trans>
        </LinkButton>
        <LinkButton to="/chat" variant="quiet">
          <Trans>Not now</Trans>
        </LinkButton>
      </div>
    </>
  )
}
