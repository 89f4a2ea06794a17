import { Trans } from '@lingui/react/macro'
import type { Invoice } from '#contract/objects/invoice.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatAmount } from '#i18n/format-price.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import styles from './history.module.css'

/** Shows one invoice: date, description, amount, tax, state and receipt. */
export function InvoiceEntry({ invoice }: { invoice: Invoice }) {
  const language = useLanguage()
  const description = usePlanText()(invoice.description)
  const date = formatDate(invoice.created_at, language)
  const tax = formatAmount(invoice.tax, language)
  const refunded = formatAmount(invoice.refunded, language)
  return (
    <li className={styles.invoice}>
      <div className={styles.head}>
        <span className={styles.described}>{description}</span>
        <Badge tone={invoice.status === 'paid' ? 'accent' : undefined}>
          <InvoiceStatus of={invoice.status} />
        </Badge>
      </div>
      <p className={styles.price}>
        {date} · {formatAmount(invoice.amount, language)} {invoice.currency.toUpperCase()}
        {Number(invoice.tax) !== 0 && (
          <>
            {' · '}
            <Trans>of which {tax} tax</Trans>
          </>
        )}
        {Number(invoice.refunded) !== 0 && invoice.status !== 'refunded' && (
          <>
            {' · '}
            <Trans>{refunded} refunded</Trans>
          </>
        )}
      </p>
      {invoice.receipt_url !== null && (
        <a href={invoice.receipt_url} target="_blank" rel="noreferrer">
          {invoice.status === 'paid' || invoice.status === 'refunded' ? (
            <Trans>Receipt of {date}</Trans>
          ) : (
            <Trans>Pay the invoice of {date}</Trans>
          )}
        </a>
      )}
    </li>
  )
}

function InvoiceStatus({ of }: { of: Invoice['status'] }) {
  switch (of) {
    case 'paid':
      return <Trans>Paid</Trans>
    case 'open':
      return <Trans>Not paid yet</Trans>
    case 'failed':
      return <Trans>Payment failed</Trans>
    case 'refunded':
      return <Trans>Refunded</Trans>
  }
}
