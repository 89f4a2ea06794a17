import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/objects/invoice.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { invoicesQuery } from '../history/invoices-query.ts'
import styles from './sandbox.module.css'
import { portalQuery } from './sandbox-portal.ts'

/** The processor's id of an invoice stands in the address of its receipt. */
const isAbout = ({ receipt_url }: Invoice, receipt: string): boolean =>
  receipt_url !== null && new URL(receipt_url, location.origin).searchParams.get('payment') === receipt

/** Replaces the payment processor's page with the receipt of a payment of the signed-in user. */
export function ReceiptPage({ receipt }: { receipt: string }) {
  const user = useSession()?.user
  return user === undefined ? null : <Receipt key={user.id} userId={user.id} receipt={receipt} />
}

function Receipt({ userId, receipt }: { userId: number; receipt: string }) {
  const language = useLanguage()
  const invoices = useQuery(invoicesQuery(userId), queryClient)
  const invoice = invoices.data?.find((one) => isAbout(one, receipt))
  if (invoice !== undefined) return <Paid userId={userId} invoice={invoice} receipt={receipt} />
  if (invoices.isPending) return <Skeleton height="14rem" />
  return (
    <div role="alert" className={styles.absent}>
      {invoices.isError ? (
        <>
          <p>{describeFailure(invoices.error, language)}</p>
          <Button pending={invoices.isFetching} onClick={() => void invoices.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        <>
          <p>
            <Trans>You have no such receipt.</Trans>
          </p>
          <ToHistory />
        </>
      )}
    </div>
  )
}

function Paid({ userId, invoice, receipt }: { userId: number; invoice: Invoice; receipt: string }) {
  const language = useLanguage()
  const portal = useQuery(portalQuery(userId), queryClient)
  const taxIds = portal.data?.tax_ids ?? []
  const price = (amount: string) => formatPrice(amount, invoice.currency, language)
  return (
    <>
      <div className={styles.bought}>
        <h2 className={styles.plan}>{usePlanText()(invoice.description)}</h2>
      </div>
      <dl className={styles.receipt}>
        <div>
          <dt>
            <Trans>Paid on</Trans>
          </dt>
          <dd>{formatDate(invoice.created_at, language)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd>{price(invoice.amount)}</dd>
        </div>
        {Number(invoice.refunded) !== 0 && (
          <div>
            <dt>
              <Trans>Refunded</Trans>
            </dt>
            <dd>{price(invoice.refunded)}</dd>
          </div>
        )}
        {taxIds.length > 0 && (
          <div>
            <dt>
              <Trans>Tax IDs</Trans>
            </dt>
            <dd>{taxIds.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Number</Trans>
          </dt>
          <dd>{receipt}</dd>
        </div>
      </dl>
      <ToHistory />
    </>
  )
}

function ToHistory() {
  return (
    <LinkButton to="/account/subscriptions/history" wide>
      <Trans>Subscription History</Trans>
    </LinkButton>
  )
}
