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
      <QuoteLines {...quote.data} />
    </div>
  )
}

/** What the amount consists of. */
function QuoteLines({ lines, currency, tax_now, due_now }: Quote) {
  const language = useLanguage()
  if (due_now === '0.00' || lines.length === 0) return null
  return (
    <dl className={styles.quote}>
      {lines.map(({ description, amount }) => (
        <div key={`${description} ${amount}`}>
          <dt>
            <LineText text={description} />
          </dt>
          <dd>{formatPrice(amount, currency, language)}</dd>
        </div>
      ))}
      <div>
        <dt>{tax_now === '0.00' ? <Trans>Due now</Trans> : <Trans>Due now, with tax</Trans>}</dt>
        <dd>{formatPrice(due_now, currency, language)}</dd>
      </div>
    </dl>
  )
}

/** The sandbox names its lines in English; Stripe's are shown as they are. */
function LineText({ text }: { text: string }) {
  switch (text) {
    case 'Unused days':
      return <Trans>Unused days of your present plan</Trans>
    case 'Days left':
      return <Trans>The new plan, for the days left</Trans>
    case 'First period':
      return <Trans>The new plan, for its first period</Trans>
    case 'Discounts and credit':
      return <Trans>Discounts and credit</Trans>
    case 'Tax':
      return <Trans>Tax</Trans>
    default:
      return text
  }
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
