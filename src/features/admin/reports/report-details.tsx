import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { updateReport } from '#contract/endpoints/feedback.ts'
import type { Report } from '#contract/objects/feedback.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { reportReasonTexts } from '#i18n/report-reasons.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ReportFacts } from '#ui/data-display/report-facts.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { DateText } from '../date-text.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { isGone } from './is-gone.ts'
import { ReplyForm } from './reply-form.tsx'
import styles from './reports.module.css'
import { handleConflict, reportQuery, storeReport } from './reports-query.ts'

export function ReportDetails({ id }: { id: number }) {
  const { data, isError, error, refetch } = useQuery(reportQuery(id), queryClient)
  const { data: config } = useQuery(configQuery, queryClient)
  // Nothing can be done to a report that is gone, and its texts are no longer for admins.
  if (data === undefined || isGone(error)) {
    return (
      <div className={styles.waiting}>
        {isError ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      </div>
    )
  }
  return (
    <>
      <Facts report={data} />
      <State report={data} />
      {config?.mail === true ? <ReplyForm report={data} /> : null}
    </>
  )
}

function Facts({ report }: { report: Report }) {
  const { t, i18n } = useLingui()
  const { user, reason, comment, exchange } = report
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section aria-label={t`What was reported`} className={styles.facts} tabIndex={0}>
      <ReportFacts
        name={[user.first_name, user.last_name].filter(Boolean).join(' ')}
        email={user.email}
        reason={i18n._(reportReasonTexts[reason])}
        comment={comment}
        exchange={exchange}
      />
    </section>
  )
}

function State({ report: { id, state, reported_at, replied_at } }: { report: Report }) {
  const next = state === 'open' ? 'resolved' : 'open'
  const { run, pending, failure } = useAction(async () => {
    try {
      storeReport(await api.call(updateReport, { params: { id }, body: { state: next, reported_at } }))
    } catch (error) {
      handleConflict(id, error)
      throw error
    }
  })
  return (
    <>
      <div className={styles.state}>
        <p>
          <Trans>
            Reported on <DateText at={reported_at} />
          </Trans>
          {replied_at === null ? null : (
            <>
              {' · '}
              <Trans>
                Answered on <DateText at={replied_at} />
              </Trans>
            </>
          )}
        </p>
        <Button aria-disabled={pending} onClick={() => pending || run()}>
          {state === 'open' ? <Trans>Mark as resolved</Trans> : <Trans>Open again</Trans>}
        </Button>
      </div>
      <Failure>{failure}</Failure>
    </>
  )
}
