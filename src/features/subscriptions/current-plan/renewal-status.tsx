import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { nextStep } from '../current-subscription.ts'

/** Shows "Renews Dec 21, 2026" or "Ends …"; explains an unpaid subscription. */
export function RenewalStatus({ subscription }: { subscription: Subscription }) {
  const language = useLanguage()
  const { kind, at } = nextStep(subscription)
  const date = formatDate(at, language)
  switch (kind) {
    case 'renews':
      return <Trans>Renews {date}</Trans>
    case 'ends':
      return <Trans>Ends {date}</Trans>
    case 'unpaid':
      return (
        <Trans>The last payment did not go through. It is tried again; until then you can read, but not write.</Trans>
      )
  }
}
