import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { resendDelivery } from '#contract/endpoints/newsletter/issues.ts'
import { INVALID_ADDRESS, type Issue } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
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
  /** The element to focus once the last mail is sent again, which removes the list. */
  focusAfterLast: RefObject<HTMLElement | null>
  /** What the status means. */
  children: ReactNode
}

/** The first mails with a status; nothing without any. */
export function DeliveryList({ issue, status, title, focusAfterLast, children }: DeliveryListProps) {
  const name = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const count = issue.counts[status]
  const list = useQuery({ ...deliveriesQuery(issue.id, status, count), enabled: count > 0 }, queryClient)
  if (count === 0) return null
  /** Returns a ref for the mail at a position, which the next one takes when it is sent again. */
  const focusNext = (position: number) =>
    focusAfterRemoval(
      () => rows.current?.children[position]?.querySelector('button') ?? heading.current ?? focusAfterLast.current,
    )
  const more = count - (list.data?.results.length ?? 0)
  const canResend = status !== 'bounced' && issue.status !== 'stopped'
  return (
    <section aria-labelledby={name}>
      <h4 ref={heading} id={name} tabIndex={-1}>
        {title}
      </h4>
      <p className={editorStyles.state}>{children}</p>
      {list.isError ? <LoadFailed error={list.error} onRetry={() => void list.refetch()} /> : null}
      {canResend && status === 'refused' && count > 1 ? (
        <div ref={focusAfterRemoval(() => heading.current ?? focusAfterLast.current)} className={editorStyles.buttons}>
          <ResendButton issueId={issue.id} deliveryId={null}>
            <Trans>Send all again</Trans>
          </ResendButton>
        </div>
      ) : null}
      <ul ref={rows}>
        {list.data?.results.map((delivery, position) => (
          <li key={delivery.id} ref={focusNext(position)} className={userStyles.row}>
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
            {canResend && delivery.email !== null ? (
              <ResendButton issueId={issue.id} deliveryId={delivery.id}>
                <Trans>Send again</Trans>
              </ResendButton>
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

type ResendButtonProps = {
  issueId: number
  /** Null: every mail that was refused. */
  deliveryId: number | null
  children: ReactNode
}

function ResendButton({ issueId, deliveryId, children }: ResendButtonProps) {
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
      {children}
    </Button>
  )
}
