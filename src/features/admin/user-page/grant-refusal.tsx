import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Button } from '#ui/button/button.tsx'
import formStyles from '../users/user-form.module.css'
import styles from './user-page.module.css'

/** Stands in the place of the form for a user who may be charged, so that nobody fills it in for nothing. */
export function GrantRefusal({ charging, onClose }: { charging: Subscription; onClose: () => void }) {
  const plan = usePlanTitle()(charging.plan)
  return (
    <>
      <div className={styles.refusal}>
        <p>
          <Trans>
            This person may still be charged for {plan}. With a grant beside it they would pay for what they are given.
          </Trans>
        </p>
        <p>
          <Trans>It has to end first: end it here by Manage, or the person cancels it on the account page.</Trans>
        </p>
      </div>
      <div className={formStyles.actions}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </>
  )
}
