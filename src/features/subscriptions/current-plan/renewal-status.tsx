import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { nextStep } from '../current-subscription.ts'

/** Shows "Renews Dec 21, 2026", "Ends …" or the plan that follows; explains an unpaid subscription. */
export function RenewalStatus({ subscription }: { subscription: Subscription }) {
  const language = useLanguage()
  const { kind, at } = nextStep(subscription)
  const read = usePlanTitle()
  const date = formatDate(at, language)
  if (kind === 'renews' && subscription.scheduled !== null) {
    const title = read(subscription.scheduled.plan)
    const starts = formatDate(subscription.scheduled.starts_at, language)
    return (
      <Trans>
        Changes to “{title}” on {starts}
      </Trans>
    )
  }
  switch (kind) {
    case 'renews':
      return <Trans>Renews {date}</Trans>
    case 'ends':
      return <Trans>Ends {date}</Trans>
    case 'unpaid': {
      if (subscription.is_active_now && subscription.grace_until !== null) {
        const grace = formatDate(subscription.grace_until, language)
        if (subscription.status === 'unpaid') {
          return (
            <Trans>The last payment did not go through, and it is not tried again. You can write until {grace}.</Trans>
          )
        }
        return <Trans>The last payment did not go through. It is tried again, and you can write until {grace}.</Trans>
      }
      if (subscription.status === 'unpaid') {
        return (
          <Trans>
            The last payment did not go through, and it is not tried again. Until you pay it, you can read, but not
            write.
          </Trans>
        )
      }
      return (
        <Trans>The last payment did not go through. It is tried again; until then you can read, but not write.</Trans>
      )
    }
  }
}
