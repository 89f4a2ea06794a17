import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useStartCheckout } from '../checkout/use-checkout.ts'
import { findCurrent } from '../current-subscription.ts'
import { OfflineReason } from '../offline-reason.tsx'
import styles from '../page.module.css'
import { PlanAction } from './plan-action.tsx'
import { PlanList } from './plan-list.tsx'
import { PlansIntro } from './plans-intro.tsx'

interface Props {
  /** The user returned from a checkout without paying. */
  hasLeft: boolean
  /** The name of the plan that the user chose before the registration. */
  selected: string | undefined
}

/** The plans for a signed-in user. */
export function PlansPage({ hasLeft, selected }: Props) {
  const isOnline = useOnline()
  const reason = useId()
  const user = useSession()?.user
  const current = findCurrent(user?.subscriptions ?? [])
  const { go, pending, failure } = useStartCheckout()
  return (
    <div className={styles.page}>
      <h1 data-in-bar>
        <Trans>Plans</Trans>
      </h1>
      <PlansIntro user={user} current={current} />
      <div role="status">
        {hasLeft && failure === '' && (
          <p className={styles.offlineHint}>
            <Trans>You left the checkout. Nothing was bought and nothing is charged.</Trans>
          </p>
        )}
      </div>
      <OfflineReason id={reason} isOnline={isOnline} />
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <PlanList
        heading="h2"
        mine={current?.plan}
        selected={selected}
        action={(plan, isMain) => (
          <PlanAction
            plan={plan}
            isMain={isMain}
            pending={pending}
            closedBy={isOnline ? undefined : reason}
            onStart={go}
          />
        )}
      />
      <div className={styles.actions}>
        <LinkButton to="/account/subscriptions/history" variant="quiet">
          <Trans>Subscription History</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
