import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '#contract/objects/plan.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import styles from '../page.module.css'
import { PlanPrice } from '../plans/plan-price.tsx'
import type { Quote } from './plan-change.ts'

/** Shows the price of a plan, and what a change to it costs now or when it starts. */
export function QuoteDetails({ quote, plan }: { quote: UseQueryResult<Quote>; plan: Plan }) {
  const language = useLanguage()
  if (quote.isFetching) {
    return (
      <p role="status">
        <Trans>Calculating the amount…</Trans>
      </p>
    )
  }
  if (quote.isError) {
    return (
      <div role="alert" className={styles.retry}>
        <p>{describeFailure(quote.error, language)}</p>
        <Button size="s" onClick={() => void quote.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  if (quote.data === undefined) return null
  return (
    <div role="status">
      <PlanPrice plan={plan} />
      <p>
        <When {...quote.data} />
      </p>
    </div>
  )
}

function When({ due_now, tax_now, currency, starts_at, quoted_at }: Quote) {
  const language = useLanguage()
  if (Date.parse(starts_at) > Date.parse(quoted_at)) {
    const date = formatDate(starts_at, language)
    return <Trans>It starts on {date}, and nothing is due now.</Trans>
  }
  if (due_now === '0.00') return <Trans>It starts at once, and nothing is due now.</Trans>
  const amount = formatPrice(due_now, currency, language)
  if (tax_now !== '0.00') {
    const tax = formatPrice(tax_now, currency, language)
    return (
      <Trans>
        It starts at once. {amount} is due now, of which {tax} is tax; what is left of your present plan is deducted.
      </Trans>
    )
  }
  return <Trans>It starts at once. {amount} is due now; what is left of your present plan is deducted.</Trans>
}
