import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { priceLabel } from '../plans/price-label.ts'
import userStyles from './user-page.module.css'

/** Shows a subscription that is active or trialing as Active, any other as Cancelled. */
export function SubscriptionItem({ subscription }: { subscription: Subscription }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { plan, status } = subscription
  const started = formatDate(subscription.created_at, language)
  const expires = formatDate(subscription.current_period_end, language)
  const isShownActive = status === 'active' || status === 'trialing'
  return (
    <li className={userStyles.row}>
      <div className={userStyles.words}>
        <p className={userStyles.name}>
          <span dir="auto">{plan.title || plan.name}</span>
          <Badge tone={isShownActive ? 'accent' : 'neutral'}>
            {isShownActive ? <Trans>Active</Trans> : <Trans>Cancelled</Trans>}
          </Badge>
        </p>
        <p className={userStyles.note}>
          {priceLabel(plan, i18n)} · {plan.currency.toUpperCase()} ·{' '}
          <Trans>
            Started {started} · Expires {expires}
          </Trans>
          {subscription.cancel_at_period_end && subscription.is_active_now ? (
            <>
              {' · '}
              <Trans>Ends {expires}</Trans>
            </>
          ) : null}
        </p>
      </div>
    </li>
  )
}
