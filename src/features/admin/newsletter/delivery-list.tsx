import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { resendDelivery } from '#contract/endpoints/newsletter/issues.ts'
import { INVALID_ADDRESS, type Issue } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import editorStyles from '../editor.module.css'
import { EmailText } from '../email-text.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import userStyles from '../user-page/user-page.module.css'
import { deliveriesQuery, refreshIssue, storeIssue } from './newsletter-query.ts'

type DeliveryListProps = {
  issue: Issue
  status: 'in_doubt' | 'bounced' | 'refused'
  title: string
  /** What the status means. */
  children: ReactNode
}

/** The first mails with a status; nothing without any. */
export function DeliveryList({ issue, status, title, children }: DeliveryListProps) {
  const heading = useId()
  const count = issue.counts[status]
  const list = useQuery({ ...deliveriesQuery(issue.id, status, count), enabled: count > 0 }, queryClient)
  if (count === 0) return null
  const more = count - (list.data?.results.length ?? 0)
  return (
    <section aria-labelledby={heading}>
      <h4 id={heading}>{title}</h4>
      <p className={editorStyles.state}>{children}</p>
      {list.isError ? <LoadFailed error={list.error} onRetry={() => void list.refetch()} /> : null}
      <ul>
        {list.data?.results.map((delivery) => (
          <li key={delivery.id} className={userStyles.row}>
            <div className={userStyles.texts}>
              {delivery.email === null ? <Trans>A deleted account</Trans> : <EmailText email={delivery.email} />}
              {delivery.reply === null ? null : (
                <p className={userStyles.note}>
                  {delivery.reply === INVALID_ADDRESS ? (
                    <Trans>This is no email address, so no mail server was asked.</Trans>
                  ) : (
                    delivery.reply
                  )}
                </p>
              )}
            </div>
            {status === 'in_doubt' && delivery.email !== null && issue.status !== 'stopped' ? (
              <ResendButton issueId={issue.id} deliveryId={delivery.id} />
            ) : null}
          </li>
        ))}
      </ul>
      {list.data && more > 0 ? (
        <p className={editorStyles.state}>
          <Trans>and {more} more</Trans>
        </p>
      ) : null}
    </section>
  )
}

function ResendButton({ issueId, deliveryId }: { issueId: number; deliveryId: number }) {
  const resend = useAction(async () => {
    try {
      storeIssue(await api.call(resendDelivery, { params: { id: issueId }, body: { delivery_id: deliveryId } }))
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
      await refreshIssue(issueId)
    }
  })
  return (
    <Button size="s" pending={resend.pending} onClick={() => resend.run()}>
      <Trans>Send again</Trans>
    </Button>
  )
}
