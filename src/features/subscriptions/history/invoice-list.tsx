import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Invoice } from '#contract/objects/invoice.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import styles from './history.module.css'
import { InvoiceEntry } from './invoice-entry.tsx'
import { invoicesQuery } from './invoices-query.ts'

/** Lists what a user was billed, newest first; nothing for those who have never been billed. */
export function InvoiceList({ userId }: { userId: number }) {
  const heading = useId()
  const invoices = useQuery(invoicesQuery(userId), queryClient)
  const seen: readonly Invoice[] = invoices.data ?? []
  if (seen.length === 0 && !invoices.isError) return null
  return (
    <section aria-labelledby={heading} className={styles.payments}>
      <h2 id={heading} className={styles.subtitle}>
        <Trans>Payments</Trans>
      </h2>
      {seen.length === 0 ? (
        <div role="status" className={styles.old}>
          <p>
            <Trans>The payments could not be fetched.</Trans>
          </p>
          <Button size="s" pending={invoices.isFetching} onClick={() => void invoices.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <ul className={styles.list}>
          {seen.map((invoice) => (
            <InvoiceEntry key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </section>
  )
}
