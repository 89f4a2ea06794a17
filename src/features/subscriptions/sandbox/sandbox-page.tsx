import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { Uuid } from '#contract/primitives.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { InfoIcon } from '#ui/icons/icons.tsx'
import { useFollowCheckout } from '../checkout/use-checkout.ts'
import { isUnknown } from '../checkout-result/checkout-status.ts'
import { OpenCheckout, type SandboxCheckout } from './open-checkout.tsx'
import { PortalPage } from './portal-page.tsx'
import { ReceiptPage } from './receipt-page.tsx'
import styles from './sandbox.module.css'
import { sandboxQuery } from './sandbox-checkout.ts'

type Props = {
  sessionId: string | undefined
  /** `open` for the billing page, or the payment whose receipt is shown. */
  payment: string | undefined
}

/** Replaces the payment processor's pages where none is configured; no money is moved. */
export function SandboxPage({ sessionId, payment }: Props) {
  const isPortal = payment === 'open'
  const receipt = isPortal ? undefined : payment
  return (
    <>
      <h1 className={styles.title}>
        {receipt !== undefined ? (
          <Trans>Sandbox receipt</Trans>
        ) : isPortal ? (
          <Trans>Sandbox billing</Trans>
        ) : (
          <Trans>Sandbox checkout</Trans>
        )}
      </h1>
      <p className={styles.banner}>
        <InfoIcon size={20} />
        <span>
          <strong>
            <Trans>No money moves here.</Trans>
          </strong>{' '}
          <Trans>
            This page stands in for a payment processor, so that everything can be tried. No card is asked for.
          </Trans>
        </span>
      </p>
      {receipt !== undefined ? (
        <ReceiptPage receipt={receipt} />
      ) : isPortal ? (
        <PortalPage />
      ) : v.is(Uuid, sessionId) ? (
        <Checkout sessionId={sessionId} />
      ) : (
        <NoCheckout />
      )}
    </>
  )
}

function Checkout({ sessionId }: { sessionId: string }) {
  const language = useLanguage()
  const checkout = useQuery(sandboxQuery(sessionId), queryClient)
  const { data } = checkout
  if (data !== undefined) {
    return data.status === 'open' ? <OpenCheckout checkout={data} /> : <EndedCheckout checkout={data} />
  }
  if (!checkout.isError) return <Skeleton height="14rem" />
  if (isUnknown(checkout.error)) return <NoCheckout />
  return (
    <div role="alert" className={styles.absent}>
      <p>{describeFailure(checkout.error, language)}</p>
      <Button onClick={() => void checkout.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

function NoCheckout() {
  return (
    <div className={styles.absent}>
      <p>
        <Trans>There is no such checkout.</Trans>
      </p>
      <LinkButton to="/subscriptions" variant="primary">
        <Trans>See the plans</Trans>
      </LinkButton>
    </div>
  )
}

/** Shown when the checkout was already paid, declined or expired, after a reload or with the Back button. */
function EndedCheckout({ checkout }: { checkout: SandboxCheckout }) {
  const follow = useFollowCheckout()
  return (
    <>
      <p className={styles.bought}>
        <Ending status={checkout.status} />
      </p>
      <div className={styles.choices}>
        <Button wide variant="primary" onClick={() => void follow(checkout.return_url)}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </>
  )
}

function Ending({ status }: Pick<SandboxCheckout, 'status'>) {
  if (status === 'complete') return <Trans>This checkout is paid already.</Trans>
  if (status === 'declined') return <Trans>This payment was declined. Nothing was bought.</Trans>
  return <Trans>This checkout has expired. Nothing was bought.</Trans>
}
