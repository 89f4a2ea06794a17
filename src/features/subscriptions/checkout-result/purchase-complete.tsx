import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { isUnpaid } from '#session/entitlements.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { DiscountLine } from '../codes/discount-line.tsx'
import { RenewalStatus } from '../current-plan/renewal-status.tsx'
import { nextStep } from '../current-subscription.ts'
import styles from '../page.module.css'
import { PlanPrice } from '../plans/plan-price.tsx'

/**
 * Shows the purchased plan, its price unless it is a gift, and the next step; when opened later, the subscription's
 * current state.
 */
export function PurchaseComplete({ bought }: { bought: Subscription }) {
  const { plan, is_active_now, is_granted } = bought
  return (
    <>
      <div role="status">
        <h1>
          {isUnpaid(bought) ? (
            <Trans>The payment did not go through</Trans>
          ) : is_active_now ? (
            <Trans>You are all set</Trans>
          ) : (
            <Trans>This plan has ended</Trans>
          )}
        </h1>
        <p className={styles.lead}>
          <Next bought={bought} />
        </p>
      </div>
      {is_active_now && !is_granted && !isFree(plan.price) && (
        <>
          <PlanPrice plan={plan} />
          <DiscountLine subscription={bought} />
        </>
      )}
      <div className={styles.actions}>
        {isUnpaid(bought) ? (
          <LinkButton to="/account" hash="plan" variant="primary" size="l">
            <Trans>Update payment</Trans>
          </LinkButton>
        ) : is_active_now ? (
          <LinkButton to="/chat" variant="primary" size="l">
            <Trans>Start chatting</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/subscriptions" variant="primary">
            <Trans>See the plans</Trans>
          </LinkButton>
        )}
        <LinkButton to="/account/subscriptions/history" variant="quiet" size="l">
          <Trans>Subscription History</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function Next({ bought }: { bought: Subscription }) {
  const language = useLanguage()
  const title = usePlanTitle()(bought.plan)
  const { kind, at } = nextStep(bought)
  const date = formatDate(at, language)
  if (kind === 'unpaid' || (kind === 'renews' && bought.scheduled !== null))
    return <RenewalStatus subscription={bought} />
  if (!bought.is_active_now)
    return (
      <Trans>
        “{title}” ran until {date}.
      </Trans>
    )
  if (kind === 'renews') {
    return (
      <Trans>
        “{title}” is yours. It renews on {date}, and you can cancel it whenever you like.
      </Trans>
    )
  }
  return (
    <>
      <Trans>
        Your plan “{title}” runs until {date}.
      </Trans>{' '}
      <Trans>Then it ends by itself, and nothing is charged.</Trans>
    </>
  )
}
