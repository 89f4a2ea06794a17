import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dismissExchangeReports, withdrawReportedExchange } from '#contract/endpoints/ratings/reported-exchanges.ts'
import type { ReportedExchange } from '#contract/objects/ratings/reported-exchange.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { Fact, Facts } from '#ui/data-display/facts.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Failure } from '#ui/layout/group.tsx'
import { DateText } from '../date-text.tsx'
import { EmailText } from '../email-text.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { isGone } from './is-gone.ts'
import { reloadReportedExchanges, reportedExchangeQuery } from './reported-exchanges-query.ts'
import styles from './reports.module.css'

interface ExchangeDetailsProps {
  id: string
  onDone: () => void
}

/** A reported exchange as validators see it, with who reported it and why; its author is not named to admins either. */
export function ExchangeDetails({ id, onDone }: ExchangeDetailsProps) {
  const { data, isError, error, refetch } = useQuery(reportedExchangeQuery(id), queryClient)
  if (data === undefined) {
    return (
      <div className={styles.waiting}>
        {isError ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      </div>
    )
  }
  return (
    <>
      <Texts exchange={data} />
      <Decision exchange={data} onDone={onDone} />
    </>
  )
}

function Texts({ exchange: { reports, question, answer } }: { exchange: ReportedExchange }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section aria-label={t`What was reported`} className={styles.facts} tabIndex={0}>
      <Facts>
        {reports.map(({ reason, reported_at, user }) => (
          <Fact
            key={user.id}
            name={
              <>
                <DateText at={reported_at} /> · <EmailText email={user.email} />
              </>
            }
          >
            {reason}
          </Fact>
        ))}
        <Fact name={<Trans>Question</Trans>}>{question}</Fact>
        <Fact name={<Trans>Answer</Trans>}>{answer}</Fact>
      </Facts>
    </section>
  )
}

function Decision({ exchange, onDone }: { exchange: ReportedExchange; onDone: () => void }) {
  const { t } = useLingui()
  const { id, offered_at, ratings, reports } = exchange
  const [isAsking, setAsking] = useState(false)
  const decide = async (call: () => Promise<unknown>, done: string) => {
    try {
      await call()
    } catch (error) {
      // Another admin or its author was faster, or the response to an earlier attempt was lost.
      if (isGone(error)) await reloadReportedExchanges()
      throw error
    }
    await reloadReportedExchanges()
    toastSuccess(done)
    onDone()
  }
  const dismiss = useAction(() => {
    const body = { reported_at: reports[0]?.reported_at ?? offered_at }
    const call = () => api.call(dismissExchangeReports, { params: { id }, body })
    return decide(call, t`Dismissed. Validators get the exchange again`)
  })
  return (
    <>
      <p className={styles.about}>
        <Trans>
          Offered on <DateText at={offered_at} />
        </Trans>
        {' · '}
        <Plural value={ratings} _0="no ratings" one="# rating" other="# ratings" />
      </p>
      <div className={styles.state}>
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Trans>Withdraw from rating…</Trans>
        </Button>
        <Button aria-disabled={dismiss.pending} onClick={() => dismiss.pending || dismiss.run()}>
          <Trans>Dismiss the reports</Trans>
        </Button>
      </div>
      <Failure>{dismiss.failure}</Failure>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Withdraw from rating?`}
        text={t`The exchange and its ratings are deleted. The chat stays with its author, who can offer it again.`}
        confirmLabel={t`Withdraw`}
        danger
        onConfirm={() => decide(() => api.call(withdrawReportedExchange, { params: { id } }), t`Withdrawn from rating`)}
      />
    </>
  )
}
