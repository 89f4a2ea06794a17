import { Trans } from '@lingui/react/macro'
import type { User } from '#contract/objects/user.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Group } from '#ui/group.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { findCurrent } from './current-subscription.ts'
import { ManagePlan } from './manage-plan.tsx'
import styles from './page.module.css'
import { PlanPrice } from './plan-price.tsx'

/** What somebody has now, on the page of their account. */
export function PlanPart({ user }: { user: User }) {
  const title = usePlanTitle()
  const current = findCurrent(user.subscriptions)
  return (
    <Group heading="h2" title={<Trans>Plan</Trans>}>
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
          <PlanPrice plan={current.plan} />
          <ManagePlan subscription={current} />
        </div>
      )}
      <div className={styles.planLinks}>
        <LinkButton to="/subscriptions">
          <Trans>See all plans</Trans>
        </LinkButton>
      </div>
    </Group>
  )
}
