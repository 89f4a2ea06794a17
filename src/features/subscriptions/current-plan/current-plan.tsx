import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { isFree } from '#lib/is-free.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Group } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import { canCancel, canChange, canResume, findCurrent } from '../current-subscription.ts'
import { OfflineReason } from '../offline-reason.tsx'
import styles from '../page.module.css'
import { PlanPrice } from '../plans/plan-price.tsx'
import { ManagePlan } from './manage-plan.tsx'
import { PortalButton } from './portal-button.tsx'

/** Whether the payment processor has something about it; a failed payment has its own button. */
const isBought = (current: Subscription): boolean =>
  !current.is_granted && !isFree(current.plan.price) && !isUnpaid(current)

/** Shows the user's current plan on the account page. */
export function CurrentPlan({ user }: { user: User }) {
  const title = usePlanTitle()
  const isOnline = useOnline()
  const reason = useId()
  const current = findCurrent(user.subscriptions)
  return (
    <Group heading="h2" id="plan" title={<Trans>Plan</Trans>}>
      {current === undefined ? (
        <p className={styles.none}>
          {user.is_admin ? (
            <Trans>As an admin you need no plan, and have no limit.</Trans>
          ) : (
            <Trans>You have no plan now.</Trans>
          )}
        </p>
      ) : (
        <div>
          <h3 className={styles.planTitle}>{title(current.plan)}</h3>
          {!current.is_granted && <PlanPrice plan={current.plan} />}
          <ManagePlan subscription={current} closedBy={isOnline ? undefined : reason} />
          {canCancel(current) || canResume(current) || isBought(current) ? (
            <OfflineReason id={reason} isOnline={isOnline} />
          ) : null}
        </div>
      )}
      <div className={styles.planLinks}>
        <LinkButton to="/subscriptions">
          {current !== undefined && canChange(current) ? <Trans>Change plan</Trans> : <Trans>See all plans</Trans>}
        </LinkButton>
        {current !== undefined && isBought(current) && (
          <PortalButton variant="secondary" closedBy={isOnline ? undefined : reason}>
            <Trans>Billing details</Trans>
          </PortalButton>
        )}
      </div>
    </Group>
  )
}
