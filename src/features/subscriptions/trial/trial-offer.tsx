import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useStartCheckout } from '../checkout/use-checkout.ts'
import { offerOf } from '../current-subscription.ts'
import { OfflineReason } from '../offline-reason.tsx'
import styles from '../page.module.css'
import { PlanAction } from '../plans/plan-action.tsx'
import { PlanPrice } from '../plans/plan-price.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import { useMustConfirm } from './must-confirm.ts'
import { useTrialOnConfirmation } from './use-trial-on-confirmation.ts'

/** Offers the trial; where mails can be sent, it begins by itself as soon as the user has confirmed the address. */
export function TrialOffer({ plan }: { plan: Plan }) {
  const read = usePlanText()
  const isOnline = useOnline()
  const reason = useId()
  const subscriptions = useSession()?.user.subscriptions ?? []
  const isFree = offerOf(plan, subscriptions) === 'free'
  const mustConfirm = useMustConfirm() && isFree
  const begin = useTrialOnConfirmation({ isFree, mustConfirm })
  const start = useStartCheckout()
  const failure = start.failure || begin.failure
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
      {mustConfirm && <ConfirmFirst />}
      <div className={styles.actions}>
        {mustConfirm ? null : (
          <PlanAction
            plan={plan}
            isMain
            pending={begin.pending ? plan.id : start.pending}
            closedBy={isOnline ? undefined : reason}
            onStart={start.go}
          />
        )}
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
