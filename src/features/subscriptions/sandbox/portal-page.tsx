import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SandboxPortal } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'
import { isUnknown } from '../checkout-result/checkout-status.ts'
import { InvoiceList } from '../history/invoice-list.tsx'
import { OpenPayment } from './open-payment.tsx'
import styles from './sandbox.module.css'
import { changePortal, payNext, portalQuery } from './sandbox-portal.ts'
import { TaxIds } from './tax-ids.tsx'

/** Replaces the payment processor's page for a failed payment, the card, the next payment, tax ids and receipts. */
export function PortalPage() {
  const user = useSession()?.user
  return user === undefined ? null : <Portal key={user.id} userId={user.id} />
}

function Portal({ userId }: { userId: number }) {
  const language = useLanguage()
  const portal = useQuery(portalQuery(userId), queryClient)
  return (
    <>
      {portal.data !== undefined ? (
        <>
          <OpenPayment />
          <Details userId={userId} portal={portal.data} />
          <InvoiceList userId={userId} />
        </>
      ) : !portal.isError ? (
        <Skeleton height="14rem" />
      ) : isUnknown(portal.error) ? (
        <p className={styles.absent}>
          <Trans>Nothing was bought here yet.</Trans>
        </p>
      ) : (
        <div role="alert" className={styles.absent}>
          <p>{describeFailure(portal.error, language)}</p>
          <Button pending={portal.isFetching} onClick={() => void portal.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <div className={styles.leave}>
        <LinkButton to="/account" wide>
          <Trans>Back to the account</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function Details({ userId, portal }: { userId: number; portal: SandboxPortal }) {
  const { card_works, tax_ids, next_payment_at } = portal
  return (
    <>
      {card_works !== null && <Card userId={userId} works={card_works} />}
      {next_payment_at !== null && <NextPayment userId={userId} at={next_payment_at} />}
      <TaxIds userId={userId} taxIds={tax_ids} />
    </>
  )
}

function Card({ userId, works }: { userId: number; works: boolean }) {
  const { t } = useLingui()
  const { run, pending, failure } = useAction((card_works: boolean) => changePortal(userId, { card_works }))
  return (
    <Group heading="h2" title={<Trans>Card</Trans>}>
      <Choice
        label={<Trans>Which card is charged from now on</Trans>}
        value={works ? 'works' : 'declined'}
        disabled={pending}
        onChange={(value) => run(value === 'works')}
        options={[
          { value: 'works', label: t`One that works` },
          { value: 'declined', label: t`One that is declined` },
        ]}
      />
      <Failure>{failure}</Failure>
    </Group>
  )
}

function NextPayment({ userId, at }: { userId: number; at: string }) {
  const date = formatDate(at, useLanguage())
  const { run, pending, failure } = useAction(() => payNext(userId, at))
  return (
    <Group
      heading="h2"
      title={<Trans>Next payment</Trans>}
      text={
        <Trans>A payment processor would wait for the day. Here it can be made at once, to see what follows.</Trans>
      }
    >
      <Row
        label={<Trans>It is due on {date}.</Trans>}
        action={
          <Button pending={pending} pendingLabel={<Trans>One moment…</Trans>} onClick={() => run()}>
            <Trans>Make it now</Trans>
          </Button>
        }
      />
      <Failure>{failure}</Failure>
    </Group>
  )
}
